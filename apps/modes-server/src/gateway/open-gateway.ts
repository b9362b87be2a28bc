import { stripControls } from '@modegate/cli-kit';
import type { Project } from '@modegate/project';
import {
  type AvailableTools,
  createGateway,
  createGatewayClients,
  describeAvailableTools,
  type Gateway,
  type GatewayClients,
  listedMetaTools,
  META_TOOL_NAMES,
  openUpstreams,
  type UpstreamIndex,
  type Upstreams,
} from '@modegate/tool-gateway';
import { definitionHash, type UpstreamTool } from '@modegate/tool-gateway/catalogue';
import {
  availableConfigurationTools,
  createToolsetStore,
  type OpenToolsets,
  openToolsets,
  toolsetToolNames,
} from '@modegate/tool-gateway/toolsets';
import type { ToolTrust } from '@modegate/tool-gateway/trust';
import { isModeUri } from '../modes/mode-resources.ts';
import { choosableModes, type ServerContext } from '../tool-context.ts';
import { ownToolNames } from '../tools/own-tool-names.ts';
import type { GatewayState } from './gateway-state.ts';
import { type ManagedServers, manageServers } from './managed-servers.ts';
import { createNameReport, reportToolProblems } from './problem-reports.ts';
import { consentRecorder, decisionRecorder } from './record-decision.ts';
import { sharedServers } from './server-owners.ts';
import { createStartConsent } from './start-consent.ts';

/** The gateway of a modes server. */
export type ModesGateway = ReturnType<typeof openGateway>;

/** A principal with its own servers, and the selection of servers it may run. */
export interface GatewayOwner {
  readonly id: string;
  readonly chooseServers: (entries: Project['servers']) => Project['servers'];
}

/** Parts of one gateway, from which its methods are built. */
interface GatewayParts {
  readonly servers: ManagedServers;
  readonly upstreams: Upstreams;
  readonly toolsets: OpenToolsets;
}

/**
 * Opens a gateway to a principal's own servers and the shared ones or, without principals, to all servers. Does not
 * start any servers; the first client starts them.
 */
export function openGateway(context: ServerContext, state: GatewayState, owner?: GatewayOwner) {
  const { modes, settings, log } = context;
  const parts = openParts(state, owner);
  const { servers, upstreams, toolsets } = parts;
  const { connections } = upstreams;
  const isIdle = (): boolean => settings.gateway.enabled === 'auto' && connections.servers.length === 0;
  const gateway = createProjectGateway(context, state, { ...parts, isIdle });
  reportToolProblems(gateway, log);
  const report = createNameReport(gateway, log);
  const reportNames = (): void => report(modes.current.policy);
  gateway.onEvent((event) => {
    // No servers exist before the modes are loaded.
    if (event.type === 'catalogue' && event.catalogue.servers.length > 0) reportNames();
  });
  const askToStart = createStartConsent({
    trust: state.serverTrust,
    connections,
    clients: upstreams.clients,
    log,
    // A client that needs a credential is not a user of this machine.
    mayDecide: (connectionId) => context.scopes.of(connectionId).principal === undefined,
    folder: settings.projectRoot,
  });
  const stopAsking = state.serverTrust.onChange(askToStart);
  const choose = owner?.chooseServers ?? (state.shared === undefined ? allServers : sharedServers);
  const ready = Promise.all([state.ready, restoreToolset(context, toolsets)]).then(() => undefined);
  return {
    gateway,
    toolsets,
    /** Resolves when the state of earlier runs has been read; requests wait for it. */
    ready,
    /** True if no other server is configured. */
    isIdle,
    /**
     * Applies the project's current servers; resolves when removed servers have ended. Does not start untrusted servers.
     */
    updateServers: async (): Promise<void> => {
      await state.ready;
      const updating = servers.use(choose(modes.current.servers));
      askToStart();
      await updating;
    },
    /** Restarts servers that were waiting for a login that is now available. */
    retryLogins: servers.retryLogins,
    /** Equips a toolset when another process has equipped the same toolset. */
    followToolsets: async (): Promise<void> => {
      // The toolset equipped at startup must be stored before it is read.
      await ready;
      await toolsets.toolsets.follow();
    },
    /** Asks a user about untrusted servers, if a client supports that. */
    askToStart,
    /**
     * Logs tools that restrictions mention but that no server has. Runs automatically when a list changes; must be called
     * when modes change.
     */
    reportNames,
    /** Returns the tools that a connection may call now, and how to call them; undefined if there are no servers. */
    availableTo: (connectionId: string): AvailableTools | undefined =>
      isIdle() ? undefined : describeAvailableTools(gateway, connectionId),
    close: async (): Promise<void> => {
      stopAsking();
      servers.release();
      await gateway.close();
      await Promise.all([state.toolTrust.idle(), toolsets.toolsets.idle(), state.sessionBasedServers.idle()]);
    },
  };
}

function allServers(entries: Project['servers']): Project['servers'] {
  return entries;
}

function openParts(state: GatewayState, owner: GatewayOwner | undefined): GatewayParts {
  const { settings, log, requestMiddleware } = state;
  const clients = createGatewayClients();
  const { servers, connections } = openServers(state, owner, clients);
  const own = settings.gateway.surface === 'gateway' ? [] : ownToolNames;
  const upstreams = openUpstreams({
    ...clients,
    connections,
    reservedNames: new Set([...own, ...META_TOOL_NAMES, ...toolsetToolNames]),
    isReservedUri: isModeUri,
    requestMiddleware,
    onResourceConflict: ({ message }) => log.warning(stripControls(message)),
  });
  return { servers, upstreams, toolsets: openProjectToolsets(state, upstreams.index) };
}

/** Without a principal, the gateway owns the shared servers, if there are any. */
function openServers(state: GatewayState, owner: GatewayOwner | undefined, { questions }: GatewayClients) {
  const { shared } = state;
  if (owner === undefined && shared !== undefined) return { servers: shared, connections: shared.connections };
  const servers = manageServers(state, { principalId: owner?.id, answer: questions.answer });
  return { servers, connections: shared?.join(servers.connections, questions) ?? servers.connections };
}

function createProjectGateway(
  context: ServerContext,
  { toolTrust, shared }: GatewayState,
  { upstreams, toolsets, isIdle }: GatewayParts & { readonly isIdle: () => boolean },
): Gateway {
  const { modes, connectionModes, settings } = context;
  const { surface, firstListWaitMs } = settings.gateway;
  const hasMetaTools = surface !== 'tools' && surface !== 'gateway';
  const toolNames = (connectionId: string): readonly string[] => {
    const configurationTools = availableConfigurationTools(toolsets.configuration, connectionId);
    return [...(hasMetaTools ? listedMetaTools(configurationTools) : []), ...configurationTools];
  };
  return createGateway({
    ...toolsets,
    upstreams,
    trust: shared === undefined ? toolTrust : withOwnApprovals(toolTrust),
    policy: () => modes.current.policy,
    modeOf: connectionModes.modeOf,
    taskOf: connectionModes.taskOf,
    openModes: (connectionId) => choosableModes(context, { connectionId }),
    ownTools: (connectionId) => (isIdle() ? [] : toolNames(connectionId)),
    record: decisionRecorder(context),
    consent: { folder: settings.projectRoot, record: consentRecorder(context), now: context.now },
    firstListWaitMs,
  });
}

function openProjectToolsets({ settings, texts, now }: GatewayState, index: UpstreamIndex): OpenToolsets {
  const { toolsets: presentation, unequipped, changedTools } = settings.gateway;
  const store = createToolsetStore({ text: texts.toolsets });
  return openToolsets({ store, projectRoot: settings.projectRoot, index, presentation, unequipped, changedTools, now });
}

async function restoreToolset({ settings, log }: ServerContext, { toolsets }: OpenToolsets): Promise<void> {
  await toolsets.restore(settings.gateway.equipToolset);
  if (toolsets.notice !== undefined) log.warning(toolsets.notice);
}

/**
 * Restricts approvals to one principal while it is connected: an approval over HTTP must not make a tool available to
 * other principals. Approvals by this machine's user apply to all principals.
 */
function withOwnApprovals(trust: ToolTrust): ToolTrust {
  const approved = new Set<string>();
  const isApproved = (tool: UpstreamTool): boolean => approved.has(keyOf(tool));
  return {
    ...trust,
    whyWithheld: (tool, client) =>
      trust.verdict(tool).kind === 'ask' && isApproved(tool) ? undefined : trust.whyWithheld(tool, client),
    question: (tool) => (isApproved(tool) ? undefined : trust.question(tool)),
    approve: async (tool) => void approved.add(keyOf(tool)),
  };
}

function keyOf(tool: UpstreamTool): string {
  return JSON.stringify([tool.server, tool.tool, definitionHash(tool)]);
}
