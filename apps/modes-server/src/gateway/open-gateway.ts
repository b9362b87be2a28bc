import { type Log, stripControls } from '@modegate/cli-kit';
import {
  type AnswerServer,
  type Connections,
  createConnections,
  type SessionBasedServers,
} from '@modegate/mcp-host/connections';
import {
  availableConfigurationTools,
  createGateway,
  createToolsetStore,
  createToolTrust,
  describeAvailableTools,
  type Gateway,
  listedMetaTools,
  META_TOOL_NAMES,
  type OpenToolsets,
  openToolsets,
  openUpstreams,
  type ServerTrust,
  type Toolsets,
  type ToolTrust,
  toolsetToolNames,
  type Upstreams,
} from '@modegate/tool-gateway';
import { principalVariables } from '../faces/gateway-place.ts';
import { withOwnApprovals } from '../faces/own-approvals.ts';
import { type Logins, openLogins } from '../logins/open-logins.ts';
import { isModeUri } from '../modes/mode-resources.ts';
import { loginsFile } from '../settings/gateway-settings.ts';
import type { Settings } from '../settings/settings.ts';
import { choosableModes } from '../tool-context.ts';
import { connectionsOptions } from './connect-servers.ts';
import { keepLegacyServers } from './legacy-servers.ts';
import type { ModesGateway, OpenGatewayOptions } from './modes-gateway.ts';
import { decisionRecorder } from './record-decision.ts';
import { reportToolProblems } from './report-tool-problems.ts';
import { createNameReport } from './report-unknown-names.ts';
import { serveClients } from './serve-clients.ts';
import { followTrust, openServerTrust } from './server-trust.ts';

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
  const sessionBasedServers = keepLegacyServers({
    text: texts.sessionBasedServers,
    now: context.now,
    onProblem: (problem) => log.debug(problem),
  });
  const upstreams = openUpstreams({
    connect: (answer, questions) => {
      const answerOwn = place?.answer(answer, questions) ?? answer;
      const own = connectServers(options, answerOwn, { serverTrust, logins, sessionBasedServers });
      return place?.join(own) ?? own;
    },
    reservedNames: new Set([...ownTools.map(({ name }) => name), ...META_TOOL_NAMES, ...toolsetToolNames]),
    isReservedUri: isModeUri,
    requestMiddleware: options.aroundServer,
    onResourceConflict: ({ message }) => log.warning(stripControls(message)),
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
    openModes: (connectionId) => choosableModes(context, { connectionId }),
    ownTools: (id) => (isIdle() ? [] : gatewayToolNames(settings, availableConfigurationTools(configuration, id))),
    record: decisionRecorder(context),
    firstListWaitMs: settings.gateway.firstListWaitMs,
  });
  reportToolProblems(gateway, log);
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
      await sessionBasedServers.loaded;
      await servers.use(place?.own(entries) ?? entries);
    },
    reloadState: async () => {
      await Promise.all([trust.load(), serverTrust.load(), useNewLogins(gateway, logins)]);
    },
    ready: Promise.all([servers.ready, trust.load(), restoreToolset(toolsets, options)]).then(() => undefined),
    stateFiles: [...texts.files, loginsFile(settings.gateway)],
    followToolsets: toolsets.follow,
    reportNames,
    offerTo: (id) => (isIdle() ? undefined : describeAvailableTools(gateway, id)),
    serve: (make) => serveClients(options, { gateway, arranged, isIdle, make, onEnter: servers.ask }),
    close: async () => {
      await gateway.close();
      await Promise.all([trust.idle(), toolsets.idle(), sessionBasedServers.idle()]);
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
    sessionBasedServers,
  }: { readonly serverTrust: ServerTrust; readonly logins: Logins; readonly sessionBasedServers: SessionBasedServers },
): Connections {
  return connect({
    ...connectionsOptions(settings, { ...env, ...principalVariables(place?.principalId) }, logins),
    whyNotStarted: serverTrust.whyNotStarted,
    sessionBasedServers,
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
    location: { text: texts.knownTools, projectRoot: settings.projectRoot },
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
    presentation: surface,
    unequipped,
    changedTools,
    now,
  });
}

async function restoreToolset(toolsets: Toolsets, { context, log }: OpenGatewayOptions): Promise<void> {
  await toolsets.restore(context.settings.gateway.equipToolset);
  if (toolsets.notice !== undefined) log.warning(toolsets.notice);
}
