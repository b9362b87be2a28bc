import {
  type AnswerServer,
  type Connections,
  type ConnectionsOptions,
  createConnections,
  type LegacyServers,
} from '@modegate/mcp-host/connections';
import type { ProtocolServer, ToolDefinition } from '@modegate/mcp-protocol';
import { type Log, printable } from '@modegate/program-shell';
import type { Project } from '@modegate/project';
import {
  type AroundRequest,
  type Catalogue,
  createConfigurationTools,
  createGateway,
  createMetaTools,
  createToolsetStore,
  createToolTrust,
  describeOffer,
  type Gateway,
  type GatewayFront,
  listedMetaTools,
  META_TOOL_NAMES,
  type OpenToolsets,
  offeredConfigurationTools,
  openToolsets,
  openUpstreams,
  type ServerTrust,
  serveGateway,
  type ToolOffer,
  type Toolsets,
  type ToolTrust,
  toolsetToolNames,
  type Upstreams,
} from '@modegate/tool-gateway';
import { type GatewayPlace, principalVariables } from '../faces/gateway-place.ts';
import { withOwnApprovals } from '../faces/own-approvals.ts';
import { type Logins, openLogins } from '../logins/open-logins.ts';
import { isModeUri } from '../modes/mode-resources.ts';
import { authoriseSession, readSessionMode } from '../sessions/authorise-session.ts';
import { loginsFile } from '../settings/gateway-settings.ts';
import type { Settings } from '../settings/settings.ts';
import type { StateTexts } from '../storage/state-texts.ts';
import { fixedMode, type ToolContext } from '../tool-context.ts';
import { connectionsOptions } from './connect-servers.ts';
import { keepLegacyServers } from './legacy-servers.ts';
import { decisionRecorder } from './record-decision.ts';
import { createNameReport } from './report-unknown-names.ts';
import { followTrust, openServerTrust } from './server-trust.ts';

/** The gateway of a modes server. */
export interface ModesGateway {
  readonly gateway: Gateway;
  /** Takes over the servers of the project; those that nobody has agreed to are not started. Resolves when what is gone has ended. */
  useServers(entries: Project['servers']): Promise<void>;
  /** Reads again which tools are known and which servers a person has agreed to. */
  reloadState(): Promise<void>;
  /** Equips what another process has equipped. */
  followToolsets(): Promise<void>;
  /** Resolves when the state of former runs is read; requests wait for it. */
  readonly ready: Promise<void>;
  /** Files that another process may change, such as one in which a user approves a tool. */
  readonly stateFiles: readonly string[];
  /** Logs what restrictions name and no server has; done by itself when a list changes, and to be called when the modes have. */
  reportNames(): void;
  /** What a connection may call of other servers now, and how; undefined where none is configured. */
  offerTo(connectionId: string): ToolOffer | undefined;
  /** Serves the gateway to the clients of the server that `make` makes. */
  serve(make: (front: GatewayFront) => ProtocolServer): ProtocolServer;
  close(): Promise<void>;
}

/** The modes server around a gateway. */
export interface OpenGatewayOptions {
  readonly context: ToolContext;
  readonly log: Log;
  /** Where it is kept what the gateway remembers. */
  readonly texts: StateTexts;
  /** The variables that configurations and started servers may see. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The tools of the modes server itself. */
  readonly ownTools: readonly ToolDefinition[];
  /** How other servers are reached. Default `createConnections`. */
  readonly connect?: ((options: ConnectionsOptions) => Connections) | undefined;
  /** Goes around each request to a server. Default: nothing does. */
  readonly aroundServer?: AroundRequest | undefined;
  /** The part of the servers that it has, where principals have gateways of their own. Default: all servers are its own. */
  readonly place?: GatewayPlace | undefined;
}

/** Puts a gateway behind a modes server; no other server is started before a client is there. */
export function openGateway(options: OpenGatewayOptions): ModesGateway {
  const { context, log, ownTools, place, texts } = options;
  const { settings, modes, connectionModes } = context;
  const serverTrust = openServerTrust(settings, {
    text: texts.trustedServers,
    now: context.now,
    onProblem: (problem) => log.warning(problem),
  });
  const logins = openLogins(settings, options.env, place?.principalId);
  const legacyServers = keepLegacyServers({
    text: texts.legacyServers,
    now: context.now,
    onProblem: (problem) => log.debug(problem),
  });
  const upstreams = openUpstreams({
    connect: (answer, questions) => {
      const answerOwn = place?.answer(answer, questions) ?? answer;
      const own = connectServers(options, answerOwn, { serverTrust, logins, legacyServers });
      return place?.join(own) ?? own;
    },
    reservedNames: new Set([...ownTools.map(({ name }) => name), ...META_TOOL_NAMES, ...toolsetToolNames]),
    isReservedUri: isModeUri,
    aroundRequest: options.aroundServer,
    onResourceConflict: ({ message }) => log.warning(printable(message)),
  });
  const shared = openTrust(options);
  const trust = place === undefined ? shared : withOwnApprovals(shared);
  const arranged = openProjectToolsets(options, upstreams);
  const { toolsets, configuration } = arranged;
  // Where no other server is configured, there is nothing to offer tools for.
  const isIdle = (): boolean => settings.gateway.enabled === 'auto' && upstreams.connections.servers.length === 0;
  const gateway = createGateway({
    upstreams,
    trust,
    toolsets,
    configuration,
    policy: () => modes.current.policy,
    modeOf: connectionModes.modeOf,
    taskOf: connectionModes.taskOf,
    mayChooseMode: (connectionId) => fixedMode(context, { connectionId }) === undefined,
    ownTools: (id) => (isIdle() ? [] : gatewayToolNames(settings, offeredConfigurationTools(configuration, id))),
    record: decisionRecorder(context),
    firstListWaitMs: settings.gateway.firstListWaitMs,
  });
  reportProblems(gateway, log);
  const report = createNameReport(gateway, log);
  const reportNames = () => report(modes.current.policy);
  gateway.onEvent((event) => {
    // Before the modes are loaded there are no servers.
    if (event.type === 'catalogue' && event.catalogue.servers.length > 0) reportNames();
  });
  // A client that needs a credential is not a user of this machine.
  const mayAgree = (connectionId: string) => context.scopes.of(connectionId).principal === undefined;
  const servers = followTrust({ trust: serverTrust, gateway, log, mayAgree, folder: settings.projectRoot });
  return {
    gateway,
    useServers: async (entries) => {
      await legacyServers.loaded;
      await servers.use(place?.own(entries) ?? entries);
    },
    reloadState: async () => {
      await Promise.all([trust.load(), serverTrust.load(), useNewLogins(gateway, logins)]);
    },
    ready: Promise.all([servers.ready, trust.load(), restoreToolset(toolsets, options)]).then(() => undefined),
    stateFiles: [...texts.files, loginsFile(settings.gateway)],
    followToolsets: toolsets.follow,
    reportNames,
    offerTo: (id) => (isIdle() ? undefined : describeOffer(gateway, id)),
    serve: (make) => serve(options, { gateway, arranged, isIdle, make, onEnter: servers.ask }),
    close: async () => {
      await gateway.close();
      await Promise.all([trust.idle(), toolsets.idle(), legacyServers.idle()]);
    },
  };
}

/** Servers that wait for a login which is there now are tried at once, whatever their back-off says. */
async function useNewLogins({ connections }: Gateway, logins: Logins): Promise<void> {
  const waiting = new Set(
    connections.servers.filter(({ state }) => state.status === 'disconnected').map(({ name }) => name),
  );
  const ready = await logins.takeReady();
  await Promise.all(ready.filter((name) => waiting.has(name)).map((name) => connections.restart(name)));
}

function gatewayToolNames({ gateway }: Settings, configurationTools: readonly string[]): readonly string[] {
  return [
    ...(['tools', 'gateway'].includes(gateway.surface) ? [] : listedMetaTools(configurationTools)),
    ...configurationTools,
  ];
}

function connectServers(
  { context: { settings }, env, log, connect = createConnections, place }: OpenGatewayOptions,
  answer: AnswerServer,
  {
    serverTrust,
    logins,
    legacyServers,
  }: { readonly serverTrust: ServerTrust; readonly logins: Logins; readonly legacyServers: LegacyServers },
): Connections {
  return connect({
    ...connectionsOptions(settings, { ...env, ...principalVariables(place?.principalId) }, logins),
    whyNotStarted: serverTrust.whyNotStarted,
    legacyServers,
    entries: [],
    onRequest: answer,
    log: ({ server: name, level, message }) => logUpstream(log, level, `${name ?? 'servers'}: ${message}`),
  });
}

function logUpstream(log: Log, level: 'error' | 'warn' | 'info', line: string): void {
  if (level === 'error') log.error(line);
  else if (level === 'warn') log.warning(line);
  else log.debug(line);
}

function openTrust({ context: { settings, now }, texts, log }: OpenGatewayOptions): ToolTrust {
  return createToolTrust({
    place: { text: texts.knownTools, projectRoot: settings.projectRoot },
    settings: settings.gateway,
    now,
    onProblem: (problem) => log.warning(problem),
  });
}

function openProjectToolsets(
  { context: { settings, now }, texts }: OpenGatewayOptions,
  { index }: Upstreams,
): OpenToolsets {
  const { toolsets: surface, unequipped, changedTools } = settings.gateway;
  return openToolsets({
    store: createToolsetStore({ text: texts.toolsets }),
    projectRoot: settings.projectRoot,
    index,
    surface,
    unequipped,
    changedTools,
    now,
  });
}

async function restoreToolset(toolsets: Toolsets, { context, log }: OpenGatewayOptions): Promise<void> {
  await toolsets.restore(context.settings.gateway.equipToolset);
  if (toolsets.notice !== undefined) log.warning(toolsets.notice);
}

/** Logs what is wrong with the definitions of other servers, each thing once for as long as it stays. */
function reportProblems(gateway: Gateway, log: Log): void {
  let known: ReadonlySet<string> = new Set();
  const report = ({ problems }: Catalogue): void => {
    const lines = new Set(
      problems.map(({ server, tool = 'one without a name', message }) =>
        printable(`${server}: tool '${tool}' is left out. ${message}`),
      ),
    );
    for (const line of lines) if (!known.has(line)) log.warning(line);
    known = lines;
  };
  gateway.onEvent((event) => {
    if (event.type === 'catalogue') report(event.catalogue);
  });
}

interface ServedParts {
  readonly gateway: Gateway;
  readonly arranged: OpenToolsets;
  readonly isIdle: () => boolean;
  readonly make: (front: GatewayFront) => ProtocolServer;
  /** Called when a client is there. */
  readonly onEnter: () => void;
}

function serve({ context, log, ownTools }: OpenGatewayOptions, parts: ServedParts): ProtocolServer {
  const { gateway, arranged, isIdle, make, onEnter } = parts;
  const configuration = new Map(createConfigurationTools(gateway, arranged).map((tool) => [tool.name, tool]));
  const listedTools = (id: string): readonly ToolDefinition[] => {
    const names = gateway.lists.of(id).ownTools;
    return [...ownTools, ...[...configuration.values(), ...meta].filter(({ name }) => names.includes(name))];
  };
  const meta: readonly ToolDefinition[] = createMetaTools({
    gateway,
    sessionMode: (sessionId, connectionId) => readSessionMode(context, sessionId, { connectionId }),
    authoriseSession: async (sessionId, request) => authoriseSession(context, sessionId, request),
    ownTools: (id) => gateway.lists.of(id).ownTools.flatMap((name) => configuration.get(name) ?? []),
    listedTools,
  });
  const { surface } = context.settings.gateway;
  const options = {
    gateway,
    ownTools,
    gatewayTools: [...configuration.values(), ...(surface === 'tools' ? [] : meta)],
    showsUpstreams: surface !== 'meta',
    isIdle,
    onLeave: context.connectionModes.forget,
    onError: (error: unknown) => log.error('A client could not be released', error),
  };
  return serveGateway(options, (front) =>
    make({
      ...front,
      enter: (client) => {
        const isThere = front.enter(client);
        onEnter();
        return isThere;
      },
    }),
  );
}
