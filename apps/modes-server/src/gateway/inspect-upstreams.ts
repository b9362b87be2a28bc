import { createConnections, type UpstreamServer } from '@modegate/mcp-host/connections';
import { decide, type Policy } from '@modegate/mode-core';
import type { Project } from '@modegate/project';
import {
  createCatalogue,
  createToolTrust,
  estimateTools,
  instructionsHint,
  instructionsOf,
  type ToolTrust,
  type UpstreamTool,
} from '@modegate/tool-gateway';
import { knownToolsFile } from '../settings/gateway-settings.ts';
import type { Settings } from '../settings/settings.ts';
import { version } from '../version.ts';
import { connectionsOptions } from './connect-servers.ts';
import { openServerTrust } from './server-trust.ts';

/** A tool of an upstream with what it costs and what is known of it. */
export interface InspectedTool {
  readonly tool: UpstreamTool;
  readonly tokens: number;
  /** Why it is not simply served; undefined when it is. */
  readonly remark: string | undefined;
  readonly isWithheld: boolean;
}

/** An upstream as it answered. */
export interface InspectedServer {
  readonly name: string;
  readonly state: UpstreamServer['state'];
  readonly tools: number;
  readonly tokens: number;
  readonly lastError: string | undefined;
  /** What it says to the model of itself. */
  readonly instructions: string | undefined;
  /** Why those are not simply passed on; undefined when they are. */
  readonly instructionsRemark: string | undefined;
}

/** What a mode leaves of all tools. */
export interface InspectedMode {
  readonly slug: string;
  readonly tools: readonly InspectedTool[];
  readonly tokens: number;
}

/** What the configured servers answered, and what each mode would see of it. */
export interface Inspection {
  readonly servers: readonly InspectedServer[];
  readonly tools: readonly InspectedTool[];
  readonly modes: readonly InspectedMode[];
}

/** How an inspection is made. */
export interface InspectOptions {
  readonly settings: Settings;
  readonly project: Project;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** How long servers may take to start. */
  readonly timeoutMs: number;
  /** Exposed names of tools to approve as they are now. */
  readonly approve?: readonly string[];
  /** Names of servers whose instructions are to be approved as they are now. */
  readonly approveInstructions?: readonly string[];
}

/** Starts every configured server, asks for its tools and stops it again. */
export async function inspectUpstreams(options: InspectOptions): Promise<Inspection> {
  const { settings, project, env, timeoutMs } = options;
  const trust = openServerTrust(settings, { now: Date.now, onProblem: () => undefined });
  await trust.load();
  const connections = createConnections({
    whyNotStarted: trust.whyNotStarted,
    entries: project.servers,
    ...connectionsOptions(settings, env),
    clientInfo: { name: 'modegate-doctor', version },
    onRequest: async (_server, method) => {
      throw new Error(`Nobody is there to answer '${method}'.`);
    },
  });
  const lease = connections.acquire({ capabilities: {} });
  try {
    await connections.settled(timeoutMs);
    return await describe(options, connections.servers);
  } finally {
    await lease.release();
    await connections.close();
  }
}

async function describe(options: InspectOptions, upstreams: readonly UpstreamServer[]): Promise<Inspection> {
  const { settings, project, approve = [], approveInstructions = [] } = options;
  const catalogue = createCatalogue(upstreams);
  const trust = createToolTrust({
    place: { file: knownToolsFile(settings.gateway), projectRoot: settings.projectRoot },
    settings: settings.gateway,
    now: Date.now,
    onProblem: () => undefined,
  });
  await trust.load();
  const approved = approve.flatMap((name) => catalogue.findExposed(name) ?? []);
  // All or none: one that is misspelt is told, and leaves nothing half done.
  if (approved.length === approve.length) for (const tool of approved) await trust.approve(tool);
  for (const { name, state } of upstreams) {
    const said = instructionsOf(name, state);
    if (said !== undefined && approveInstructions.includes(name)) await trust.approveInstructions(said);
  }
  const estimates = await estimateTools(catalogue.tools);
  const tools = estimates.map(({ tool, tokens }): InspectedTool => {
    const withheld = trust.whyWithheld(tool, { canAsk: true });
    return {
      tool,
      tokens,
      remark: withheld ?? trust.question(tool) ?? trust.warning(tool),
      isWithheld: withheld !== undefined,
    };
  });
  return {
    servers: upstreams.map((server) => describeServer(server, tools, trust)),
    tools,
    modes: project.policy.modes.map(({ config }) => describeMode(project.policy, config.slug, tools)),
  };
}

function describeServer(
  { name, state, errors }: UpstreamServer,
  tools: readonly InspectedTool[],
  trust: ToolTrust,
): InspectedServer {
  const own = tools.filter(({ tool }) => tool.server === name);
  const lastError = errors.findLast(({ level }) => level !== 'info')?.message;
  const said = instructionsOf(name, state);
  const verdict = said && trust.judgeInstructions(said);
  const instructionsRemark =
    verdict === undefined || verdict.kind === 'served' ? undefined : `${verdict.why} ${instructionsHint(name)}`;
  const { instructions } = said ?? {};
  return { name, state, tools: own.length, tokens: sum(own), lastError, instructions, instructionsRemark };
}

function describeMode(policy: Policy, slug: string, tools: readonly InspectedTool[]): InspectedMode {
  const open = tools.filter(
    ({ tool: { server, tool }, isWithheld }) =>
      !isWithheld && decide(policy, { mode: slug, tool: 'use_mcp_tool', mcp: { server, tool } }).allowed,
  );
  return { slug, tools: open, tokens: sum(open) };
}

function sum(tools: readonly InspectedTool[]): number {
  return tools.reduce((total, { tokens }) => total + tokens, 0);
}
