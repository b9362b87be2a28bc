import { holdSignals } from '@modegate/cli-kit';
import {
  type Connections,
  createConnections,
  explainUnanswered,
  queryServers,
  type UpstreamServer,
} from '@modegate/mcp-host/connections';
import { decide, type ModeProblem, type Policy } from '@modegate/mode-core';
import type { Project } from '@modegate/project';
import {
  createCatalogue,
  createToolTrust,
  estimateTools,
  exposedResources,
  findResourceConflicts,
  instructionsHint,
  instructionsOf,
  type ResourceConflict,
  type ServerInstructions,
  type ToolTrust,
  type UpstreamTool,
} from '@modegate/tool-gateway';
import { isModeUri } from '../modes/mode-resources.ts';
import type { Settings } from '../settings/settings.ts';
import type { StateTexts } from '../storage/state-texts.ts';
import { version } from '../version.ts';
import { connectionsOptions } from './connections-options.ts';
import { liveInventory } from './live-inventory.ts';
import { findMissingTools } from './problem-reports.ts';
import { openServerTrust } from './server-trust.ts';
import { openSessionBasedServers } from './session-based-servers.ts';

/** A tool of an upstream with its cost and the known facts about it. */
export interface InspectedTool {
  readonly tool: UpstreamTool;
  readonly tokens: number;
  /** Reason why it is not simply served; undefined if it is. */
  readonly remark: string | undefined;
  readonly isWithheld: boolean;
}

/** Answer of an upstream. */
export interface InspectedServer {
  readonly name: string;
  readonly state: UpstreamServer['state'];
  readonly tools: number;
  readonly tokens: number;
  readonly lastError: string | undefined;
  /** Reason why its tools are unknown although it was asked; undefined if it was not asked, or if they are known. */
  readonly problem: string | undefined;
  /** Its instructions for the model. */
  readonly instructions: string | undefined;
  /**
   * Reason why the instructions are not simply passed on; undefined if they are, or if that has not been checked yet.
   */
  readonly instructionsRemark: string | undefined;
}

/** Tools that remain in a mode. */
export interface InspectedMode {
  readonly slug: string;
  readonly tools: readonly InspectedTool[];
  readonly tokens: number;
}

/** Answers of the configured servers, and the part that each mode would see. */
export interface Inspection {
  readonly servers: readonly InspectedServer[];
  readonly tools: readonly InspectedTool[];
  readonly modes: readonly InspectedMode[];
  /** Tools that restrictions of modes name but their servers do not have. */
  readonly unknownNames: readonly ModeProblem[];
  /** URIs that two servers claim, among the resources that they had listed together with their tools. */
  readonly conflicts: readonly ResourceConflict[];
}

/** Options of `inspectUpstreams`. */
export interface InspectOptions {
  readonly settings: Settings;
  readonly project: Project;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Time in which servers must start. */
  readonly timeoutMs: number;
  /** Store of known tools and agreements. */
  readonly texts: StateTexts;
  /** Exposed names of tools to approve in their present form. */
  readonly approve?: readonly string[];
  /** Names of servers whose instructions to approve in their present form. */
  readonly approveInstructions?: readonly string[];
  /** Called for each server when it has answered or failed. */
  readonly onServer?: (server: InspectedServer) => void;
  /**
   * Aborted when the answers are no longer needed. Default: SIGINT, SIGTERM and SIGHUP stop the servers, and then end
   * the process.
   */
  readonly signal?: AbortSignal;
}

/** Starts every configured server, asks for its tools and stops the server again. */
export async function inspectUpstreams(options: InspectOptions): Promise<Inspection> {
  const { settings, project, env, texts } = options;
  const trust = openServerTrust(settings, { text: texts.trustedServers, now: Date.now, onProblem: () => undefined });
  const sessionBasedServers = openSessionBasedServers({
    text: texts.sessionBasedServers,
    now: Date.now,
    onProblem: () => undefined,
  });
  await Promise.all([trust.load(), sessionBasedServers.loaded]);
  // Stored after the servers have ended: the file lock also handles signals, and would change how an interruption ends.
  const eras: Parameters<typeof sessionBasedServers.keep>[] = [];
  const connections = createConnections({
    entries: project.servers,
    ...connectionsOptions(settings, env),
    clientInfo: { name: 'modegate-doctor', version },
    whyNotStarted: trust.whyNotStarted,
    sessionBasedServers: { ...sessionBasedServers, keep: (...found) => void eras.push(found) },
    onRequest: async (_server, method) => {
      throw new Error(`No client can answer '${method}'.`);
    },
  });
  const upstreams = await ask(connections, options);
  for (const found of eras) sessionBasedServers.keep(...found);
  await sessionBasedServers.idle();
  return describe(options, upstreams);
}

async function ask(
  connections: Connections,
  { timeoutMs, onServer, signal }: InspectOptions,
): Promise<readonly UpstreamServer[]> {
  const interruption = signal === undefined ? holdSignals() : { signal, finish: () => undefined };
  let told = Promise.resolve();
  const onOutcome = (server: UpstreamServer): void => {
    if (onServer === undefined) return;
    told = told.then(async () => onServer(await describeAlone(server, timeoutMs)));
  };
  try {
    return await queryServers(connections, { timeoutMs, interruption: interruption.signal, onOutcome });
  } finally {
    interruption.finish();
    await told;
  }
}

/** Describes a server before all others have answered. */
async function describeAlone(server: UpstreamServer, timeoutMs: number): Promise<InspectedServer> {
  return describeServer(server, { costs: await estimateTools(createCatalogue([server]).tools), timeoutMs });
}

async function describe(options: InspectOptions, upstreams: readonly UpstreamServer[]): Promise<Inspection> {
  const { settings, project, texts, timeoutMs, approve = [], approveInstructions = [] } = options;
  const catalogue = createCatalogue(upstreams);
  const trust = createToolTrust({
    location: { text: texts.knownTools, projectRoot: settings.projectRoot },
    settings: settings.gateway,
    now: Date.now,
    onProblem: () => undefined,
  });
  await trust.load();
  const approved = approve.flatMap((name) => catalogue.findExposed(name) ?? []);
  // All or none: a misspelt name is reported, and nothing is left half done.
  if (approved.length === approve.length) for (const tool of approved) await trust.approve(tool);
  for (const { name, state } of upstreams) {
    const said = instructionsOf(name, state);
    if (said !== undefined && approveInstructions.includes(name)) await trust.approveInstructions(said);
  }
  const toolsOf = (server: string) => catalogue.tools.filter((tool) => tool.server === server);
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
    servers: upstreams.map((server) => describeServer(server, { costs: tools, timeoutMs, trust })),
    tools,
    modes: project.policy.modes.map(({ config }) => describeMode(project.policy, config.slug, tools)),
    unknownNames: findMissingTools(project.policy, liveInventory(upstreams, toolsOf)),
    conflicts: findResourceConflicts(upstreams.map((server) => exposedResources(server, isModeUri))),
  };
}

type Costs = readonly Pick<InspectedTool, 'tool' | 'tokens'>[];

function describeServer(
  server: UpstreamServer,
  { costs, timeoutMs, trust }: { readonly costs: Costs; readonly timeoutMs: number; readonly trust?: ToolTrust },
): InspectedServer {
  const { name, state, errors } = server;
  const own = costs.filter(({ tool }) => tool.server === name);
  const lastError = errors.findLast(({ level }) => level !== 'info')?.message;
  const said = instructionsOf(name, state);
  return {
    name,
    state,
    tools: own.length,
    tokens: sum(own),
    lastError,
    problem: explainUnanswered(server, timeoutMs),
    instructions: said?.instructions,
    instructionsRemark: said && trust && remarkOn(said, trust),
  };
}

function remarkOn(said: ServerInstructions, trust: ToolTrust): string | undefined {
  const verdict = trust.judgeInstructions(said);
  return verdict.kind === 'served' ? undefined : `${verdict.why} ${instructionsHint(said.server)}`;
}

function describeMode(policy: Policy, slug: string, tools: readonly InspectedTool[]): InspectedMode {
  const open = tools.filter(
    ({ tool: { server, tool }, isWithheld }) =>
      !isWithheld && decide(policy, { mode: slug, tool: 'use_mcp_tool', mcp: { server, tool } }).allowed,
  );
  return { slug, tools: open, tokens: sum(open) };
}

function sum(tools: Costs): number {
  return tools.reduce((total, { tokens }) => total + tokens, 0);
}
