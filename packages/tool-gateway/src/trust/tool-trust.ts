import { createListeners, createMutex } from '@modegate/timing';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { definitionHash } from '../catalogue/ref-id.ts';
import type { UpstreamTool } from '../catalogue/upstream-tool.ts';
import { type InstructionsVerdict, judgeKnownInstructions, type ServerInstructions } from './known-instructions.ts';
import {
  completePin,
  findPin,
  isFull,
  judgeKnownTool,
  type KnownTools,
  type KnownToolsSettings,
  type ToolVerdict,
} from './known-tools.ts';
import {
  approveTools,
  completePins,
  type KnownToolsLocation,
  loadKnownTools,
  rememberInstructions,
  rememberTools,
} from './known-tools-file.ts';
import { quotedLine } from './safe-text.ts';

/** A project's known tools, updated from the servers' lists. */
export interface ToolTrust {
  /**
   * Returns the reason why the tool must first be approved. A tool that requires a question is withheld if the user
   * cannot be asked.
   */
  whyWithheld(tool: UpstreamTool, client: { readonly canAsk: boolean }): string | undefined;
  /** Describes the changes to a tool that is served in spite of them. */
  warning(tool: UpstreamTool): string | undefined;
  /** Returns the question to put to the user before the first call; undefined if no question is needed. */
  question(tool: UpstreamTool): string | undefined;
  approve(tool: UpstreamTool): Promise<void>;
  /** Records the upstreams' current tools. */
  observe(catalogue: Catalogue): void;
  /** Returns the verdict on a server's instructions. */
  judgeInstructions(said: ServerInstructions): InstructionsVerdict;
  approveInstructions(said: ServerInstructions): Promise<void>;
  /** Records the instructions of the connected servers. */
  observeInstructions(said: readonly ServerInstructions[]): void;
  /** Subscribes to changes in the verdicts; the returned function unsubscribes. */
  onChange(listener: () => void): () => void;
  /** Reads the file again; call this before any other method, and after each change to the file. */
  load(): Promise<void>;
  verdict(tool: UpstreamTool): ToolVerdict;
  /** Resolves when all records have been written. */
  idle(): Promise<void>;
}

/** Options for {@link createToolTrust}. */
export interface ToolTrustOptions {
  readonly location: KnownToolsLocation;
  readonly settings: KnownToolsSettings;
  /** Returns the time in epoch milliseconds. */
  readonly now: () => number;
  /** Called when there are problems with the file; tools are then evaluated on the basis of the records in memory. */
  readonly onProblem: (problem: string) => void;
}

/** Creates the tool trust; with `newTools: 'allow'`, new tools are recorded. */
// oxlint-disable-next-line max-lines-per-function -- all operations share the records in memory and the queue of writes
export function createToolTrust(options: ToolTrustOptions): ToolTrust {
  const { location, settings, now } = options;
  let known: KnownTools = { state: 'loaded', pins: new Map(), instructions: new Map() };
  let verdicts = new WeakMap<UpstreamTool, ToolVerdict>();
  let seen = new WeakSet<UpstreamTool>();
  /** Servers whose instructions are being written to the file. */
  const heard = new Set<string>();
  const listeners = createListeners<[]>();
  const inTurn = createMutex();
  const set = (next: KnownTools): void => {
    known = next;
    verdicts = new WeakMap();
    listeners.emit();
  };
  const verdict = (tool: UpstreamTool): ToolVerdict => {
    const before = verdicts.get(tool);
    if (before !== undefined) return before;
    const judged = judgeKnownTool(known, tool, settings);
    verdicts.set(tool, judged);
    return judged;
  };
  const remember = async (write: () => Promise<KnownTools>): Promise<void> => {
    try {
      set(await write());
    } catch (error) {
      options.onProblem(`New tools or instructions could not be recorded: ${messageOf(error)}`);
    }
  };
  return {
    verdict,
    load: () =>
      inTurn(async () => {
        const loaded = await loadKnownTools(location);
        if (loaded.state === 'unreadable') options.onProblem(loaded.problem);
        seen = new WeakSet();
        heard.clear();
        set(loaded);
      }),
    idle: () => inTurn(async () => undefined),
    onChange: listeners.add,
    observe: ({ tools }: Catalogue) => {
      if (known.state !== 'loaded') return;
      const unseen = tools.filter((tool) => !seen.has(tool));
      for (const tool of unseen) seen.add(tool);
      const isNew = (tool: UpstreamTool): boolean => findPin(known, tool) === undefined && !isFull(known, tool.server);
      const fresh = settings.newTools === 'allow' ? unseen.filter(isNew) : [];
      const outdated = unseen.filter((tool) => completePin(findPin(known, tool), tool) !== findPin(known, tool));
      if (fresh.length > 0) void inTurn(() => remember(() => rememberTools(location, fresh, { now })));
      if (outdated.length > 0) void inTurn(() => remember(() => completePins(location, outdated)));
    },
    judgeInstructions: (said) => judgeKnownInstructions(known, said, settings),
    approveInstructions: (said) =>
      inTurn(async () => set(await rememberInstructions(location, [said], { approve: true, now }))),
    observeInstructions: (said) => {
      if (known.state !== 'loaded' || settings.newTools !== 'allow') return;
      const { instructions } = known;
      const fresh = said.filter(({ server }) => !instructions.has(server) && !heard.has(server));
      for (const { server } of fresh) heard.add(server);
      if (fresh.length > 0) void inTurn(() => remember(() => rememberInstructions(location, fresh, { now })));
    },
    whyWithheld: (tool, { canAsk }) => {
      const judged = verdict(tool);
      if (judged.kind === 'withheld') return `${judged.why} ${approvalHint(tool)}`;
      if (judged.kind !== 'ask' || canAsk) return undefined;
      return `${judged.why} This client cannot ask its user. ${approvalHint(tool)}`;
    },
    warning: (tool) => {
      const judged = verdict(tool);
      return judged.kind === 'served-flagged' ? judged.why : undefined;
    },
    question: (tool) => {
      const judged = verdict(tool);
      return judged.kind === 'ask'
        ? `${judged.why}${selfDescription(tool)} ${wholeDefinition(tool)} Allow it?`
        : undefined;
    },
    approve: (tool) => inTurn(async () => set(await approveTools(location, [tool], { now }))),
  };
}

function selfDescription({ definition: { description } }: UpstreamTool): string {
  if (typeof description !== 'string' || description.trim() === '') return '';
  return ` Its description says: ${quotedLine(description, 500)}`;
}

// The user approves the definition, so the entire definition must be visible, together with its hash.
function wholeDefinition(tool: UpstreamTool): string {
  return `To see its whole definition (sha256 ${shortHash(tool)}), run 'modes-server tools --show ${tool.exposedName}'.`;
}

/** Returns the beginning of the hash of a tool's complete definition, so that a person can compare it. */
export function shortHash(tool: UpstreamTool): string {
  return definitionHash(tool).slice(0, 16);
}

/** Describes how to approve a tool without being asked a question. */
export function approvalHint({ exposedName }: UpstreamTool): string {
  return `Review it and approve it with 'modes-server tools --approve ${exposedName}'.`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
