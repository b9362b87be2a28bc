import { holdSignals } from '@modegate/cli-kit';
import {
  type Connections,
  createConnections,
  explainUnanswered,
  queryServers,
  type UpstreamServer,
} from '@modegate/mcp-host/connections';
import type { ModeProblem, Policy } from '@modegate/mode-core';
import type { Project } from '@modegate/project';
import { exposedResources, findResourceConflicts, mayUse, type ResourceConflict } from '@modegate/tool-gateway';
import { createCatalogue, estimateTools, type UpstreamTool } from '@modegate/tool-gateway/catalogue';
import {
  createToolTrust,
  instructionsHint,
  instructionsOf,
  type ServerInstructions,
  type ToolTrust,
} from '@modegate/tool-gateway/trust';
import { isModeUri } from '../modes/mode-resources.ts';
import type { Settings } from '../settings/settings.ts';
import type { StateTexts } from '../storage/state-texts.ts';
import { version } from '../version.ts';
import { connectionsOptions } from './connections-options.ts';
import { liveInventory } from './live-inventory.ts';
import { findMissingTools } from './problem-reports.ts';
import { loadServerTrust } from './server-trust.ts';
import { openSessionBasedServers } from './session-based-servers.ts';

/** An upstream's tool, with its cost and trust. */
export interface InspectedTool {
  readonly tool: UpstreamTool;
  readonly tokens: number;
  /** Objection to offering the tool; undefined if there is none. */
  readonly remark: string | undefined;
  readonly isWithheld: boolean;
}

/** State of an upstream, and information about what it offers. */
export interface InspectedServer {
  readonly name: string;
  readonly state: UpstreamServer['state'];
  readonly tools: number;
  readonly tokens: number;
  readonly lastError: string | undefined;
  /**
   * Reason why a queried server's tools are unknown; undefined if the server was not queried, or if its tools are
   * known.
   */
  readonly problem: string | undefined;
  /** Instructions for the model. */
  readonly instructions: string | undefined;
  /**
   * Objection to passing on the instructions; undefined if there is none, or if the instructions have not been examined
   * yet.
   */
  readonly instructionsRemark: string | undefined;
}

/** A mode and the tools it allows. */
export interface InspectedMode {
  readonly slug: string;
  readonly tools: readonly InspectedTool[];
  readonly tokens: number;
}

/** Responses of the configured servers, and the tools that each mode sees. */
export interface Inspection {
  readonly servers: readonly InspectedServer[];
  readonly tools: readonly InspectedTool[];
  readonly modes: readonly InspectedMode[];
  /** Tools that restrictions mention but that the respective servers do not have. */
  readonly unknownNames: readonly ModeProblem[];
  /** URIs that two servers claim; present if resources were listed together with the tools. */
  readonly conflicts: readonly ResourceConflict[];
}

/** Options for {@link inspectUpstreams}. */
export interface InspectOptions {
  readonly settings: Settings;
  readonly project: Project;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Time allowed for servers to start. */
  readonly timeoutMs: number;
  /** Storage for the gateway's state. */
  readonly texts: StateTexts;
  /** Exposed names of tools to approve in their present form. */
  readonly approve?: readonly string[];
  /** Names of servers whose present instructions are to be approved. */
  readonly approveInstructions?: readonly string[];
  /** Called with each server that has answered or failed. */
  readonly onServer?: (server: InspectedServer) => void;
  /**
   * Cancels the requests. Default: SIGINT, SIGTERM and SIGHUP stop the servers and then end the
   * process.
   */
  readonly signal?: AbortSignal;
}

/** Starts every configured server, lists its tools, and then stops the server. */
export async function inspectUpstreams(options: InspectOptions): Promise<Inspection> {
  const { settings, project, env, texts } = options;
  const sessionBasedServers = openSessionBasedServers({
    text: texts.sessionBasedServers,
    now: Date.now,
    onProblem: () => undefined,
  });
  const trust = await loadServerTrust(settings, texts.trustedServers);
  await sessionBasedServers.loaded;
  // Stored only after the servers have ended, because the file lock also handles signals, and would change how an
  // interruption ends the process.
  const found: Parameters<typeof sessionBasedServers.keep>[] = [];
  const connections = createConnections({
    entries: project.servers,
    ...connectionsOptions(settings, env),
    clientInfo: { name: 'modegate-doctor', version },
    whyNotStarted: trust.whyNotStarted,
    sessionBasedServers: { ...sessionBasedServers, keep: (...entry) => void found.push(entry) },
    onRequest: async (_server, method) => {
      throw new Error(`No client is available to answer '${method}'.`);
    },
  });
  const upstreams = await ask(connections, options);
  for (const entry of found) sessionBasedServers.keep(...entry);
  await sessionBasedServers.idle();
  return describe(options, upstreams);
}

async function ask(
  connections: Connections,
  { timeoutMs, onServer, signal }: InspectOptions,
): Promise<readonly UpstreamServer[]> {
  const interruption = signal === undefined ? holdSignals() : { signal, finish: () => undefined };
  let reporting = Promise.resolve();
  const onOutcome = (server: UpstreamServer): void => {
    if (onServer === undefined) return;
    reporting = reporting.then(async () => onServer(await describeAlone(server, timeoutMs)));
  };
  try {
    return await queryServers(connections, { timeoutMs, interruption: interruption.signal, onOutcome });
  } finally {
    interruption.finish();
    await reporting;
  }
}

/** Describes one server before all others have answered. */
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
  // Tools are approved together or not at all: if a name is misspelt, it is reported, and no tool is approved.
  if (approved.length === approve.length) for (const tool of approved) await trust.approve(tool);
  for (const { name, state } of upstreams) {
    const instructions = instructionsOf(name, state);
    if (instructions !== undefined && approveInstructions.includes(name)) await trust.approveInstructions(instructions);
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

interface InspectionContext {
  readonly costs: Costs;
  readonly timeoutMs: number;
  readonly trust?: ToolTrust;
}

function describeServer(server: UpstreamServer, { costs, timeoutMs, trust }: InspectionContext): InspectedServer {
  const { name, state, errors } = server;
  const own = costs.filter(({ tool }) => tool.server === name);
  const lastError = errors.findLast(({ level }) => level !== 'info')?.message;
  const instructions = instructionsOf(name, state);
  return {
    name,
    state,
    tools: own.length,
    tokens: sum(own),
    lastError,
    problem: explainUnanswered(server, timeoutMs),
    instructions: instructions?.instructions,
    instructionsRemark: instructions && trust && remarkOn(instructions, trust),
  };
}

function remarkOn(instructions: ServerInstructions, trust: ToolTrust): string | undefined {
  const verdict = trust.judgeInstructions(instructions);
  return verdict.kind === 'served' ? undefined : `${verdict.why} ${instructionsHint(instructions.server)}`;
}

function describeMode(policy: Policy, slug: string, tools: readonly InspectedTool[]): InspectedMode {
  const open = tools.filter(({ tool, isWithheld }) => !isWithheld && mayUse({ policy, mode: slug }, tool));
  return { slug, tools: open, tokens: sum(open) };
}

function sum(tools: Costs): number {
  return tools.reduce((total, { tokens }) => total + tokens, 0);
}
