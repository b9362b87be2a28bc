import { definitionHash, type PinnedPart, partHashes, pinnedParts } from '../catalogue/ref-id.ts';
import type { UpstreamTool } from '../catalogue/upstream-tool.ts';
import { quotedLine } from './safe-text.ts';

/** Policy for new tools: serve and record them, withhold them, or ask a person to decide. */
export type NewToolsSetting = 'allow' | 'deny' | 'ask';

/** Policy for changed tools: serve them with a warning, or withhold them. */
export type ChangedToolsSetting = 'flag' | 'withhold';

/** Policies for new and changed tools. */
export interface KnownToolsSettings {
  readonly newTools: NewToolsSetting;
  readonly changedTools: ChangedToolsSetting;
}

/** The record of a known tool. */
export interface ToolPin {
  /** The known tool's id, as created by `refIdOf`; any other id means that the tool has changed. */
  readonly refId: string;
  /**
   * The hash of the complete definition; any other hash means that the tool has changed. `undefined` in a pin of
   * version 1, which contained only the `refId`.
   */
  readonly definition: string | undefined;
  /**
   * Time at which the tool was first seen, in epoch milliseconds; `undefined` if the file does not contain this time.
   */
  readonly firstSeenAt: number | undefined;
  /** Time of a person's approval in epoch milliseconds; `undefined` if the tool has been seen but not approved. */
  readonly approvedAt: number | undefined;
  /** A short hash of each part of the definition, used to describe changes. */
  readonly parts: Readonly<Partial<Record<PinnedPart, string>>>;
}

/** The record of a server's instructions. */
export interface InstructionsPin {
  /** The SHA-256 of the text, in hexadecimal. */
  readonly hash: string;
  /**
   * Time at which the instructions were first seen, in epoch milliseconds; `undefined` if the file does not contain
   * this time.
   */
  readonly firstSeenAt: number | undefined;
  /**
   * Time of a person's approval in epoch milliseconds; `undefined` if the instructions have been seen but not approved.
   */
  readonly approvedAt: number | undefined;
}

/** The known tools of one project, or the reason why they cannot be read. */
export type KnownTools =
  | {
      readonly state: 'loaded';
      readonly pins: ReadonlyMap<string, ReadonlyMap<string, ToolPin>>;
      /** Records of instructions, by server. */
      readonly instructions: ReadonlyMap<string, InstructionsPin>;
    }
  | { readonly state: 'unreadable'; readonly file: string; readonly problem: string };

/** The verdict on a tool, with the reason if the tool is not served normally. */
export type ToolVerdict =
  | { readonly kind: 'served' }
  | { readonly kind: 'served-flagged' | 'withheld' | 'ask'; readonly cause: UnknownCause; readonly why: string };

/** Reason why a tool is not served normally: new, changed, or unknown because the record cannot be read. */
export type UnknownCause = 'new' | 'changed' | 'unreadable';

/** Finds the record of a tool; `undefined` if the tool has never been seen or the record cannot be read. */
export function findPin(known: KnownTools, { server, tool }: UpstreamTool): ToolPin | undefined {
  return known.state === 'loaded' ? known.pins.get(server)?.get(tool) : undefined;
}

/**
 * Maximum number of recorded tools per server, so that a server that keeps renaming its tools cannot fill the memory or
 * the disk.
 */
export const MAX_KNOWN_TOOLS = 5_000;

/**
 * True if no further tools of a server can be recorded. No record is evicted: otherwise, a server could cause the
 * eviction of the tool that it intends to change.
 */
export function isFull(known: KnownTools, server: string): boolean {
  return known.state === 'loaded' && (known.pins.get(server)?.size ?? 0) >= MAX_KNOWN_TOOLS;
}

/**
 * Evaluates a tool based on the record of all tools. If the record cannot be read, the stricter of the two policies
 * (for new and for changed tools) applies.
 */
export function judgeKnownTool(known: KnownTools, tool: UpstreamTool, settings: KnownToolsSettings): ToolVerdict {
  if (known.state === 'loaded') {
    const judged = judgePin(findPin(known, tool), tool, settings);
    return judged.kind === 'served' && findPin(known, tool) === undefined && isFull(known, tool.server)
      ? { kind: changedVerdicts[settings.changedTools], cause: 'new', why: notRemembered(tool) }
      : judged;
  }
  const why = `Cannot tell whether ${nameOf(tool)} is the tool that was seen before: ${known.problem}`;
  return { kind: strictestOf(settings), cause: 'unreadable', why };
}

function notRemembered(tool: UpstreamTool): string {
  return `${nameOf(tool)} is not remembered, because its server has listed more than ${MAX_KNOWN_TOOLS} different tools. A change to this tool would not be noticed.`;
}

/** Returns the stricter of the policies for new and for changed tools. */
export function strictestOf({ newTools, changedTools }: KnownToolsSettings): Exclude<ToolVerdict['kind'], 'served'> {
  const kinds = [newVerdicts[newTools], changedVerdicts[changedTools]];
  return strictFirst.find((each) => kinds.includes(each)) ?? 'withheld';
}

/**
 * Evaluates a tool based on its pin; without a pin, the tool is treated as new. If a new tool is served, the caller
 * should record it.
 */
export function judgePin(pin: ToolPin | undefined, tool: UpstreamTool, settings: KnownToolsSettings): ToolVerdict {
  if (pin?.refId === tool.refId && (pin.definition ?? definitionHash(tool)) === definitionHash(tool))
    return { kind: 'served' };
  if (pin !== undefined) {
    const kind = changedVerdicts[settings.changedTools];
    return { kind, cause: 'changed', why: describeChange(pin, tool) };
  }
  const kind = newVerdicts[settings.newTools];
  if (kind === 'served') return { kind };
  return {
    kind,
    cause: 'new',
    why: `${nameOf(tool)} has not been seen in this project before and is not approved yet.`,
  };
}

/** Describes the changes to a tool since it was recorded, by listing the parts of its definition that have changed. */
export function describeChange(pin: ToolPin, tool: UpstreamTool): string {
  const changes = findPartChanges(pin, tool);
  const what = changes.length === 0 ? 'its definition is different' : joinWords(changes);
  return `${nameOf(tool)} differs from the tool that was ${sinceWhen(pin)}: ${what}.`;
}

/** Returns a pin for the current definition. */
export function pinOf(
  tool: UpstreamTool,
  { firstSeenAt, approvedAt }: Pick<ToolPin, 'firstSeenAt' | 'approvedAt'>,
): ToolPin {
  const { refId, definition } = tool;
  return { refId, definition: definitionHash(tool), firstSeenAt, approvedAt, parts: partHashes(definition) };
}

/**
 * Completes a matching pin made by an earlier version: parts that the pin did not include are compared from now on.
 * Other pins are returned unchanged.
 */
export function completePin(pin: ToolPin | undefined, tool: UpstreamTool): ToolPin | undefined {
  return pin !== undefined && pin.definition === undefined && pin.refId === tool.refId ? pinOf(tool, pin) : pin;
}

const newVerdicts = { allow: 'served', deny: 'withheld', ask: 'ask' } as const;

const changedVerdicts = { flag: 'served-flagged', withhold: 'withheld' } as const;

const strictFirst = ['withheld', 'ask', 'served-flagged'] as const;

function findPartChanges({ parts, definition: whole }: ToolPin, { definition }: UpstreamTool): readonly string[] {
  // A pin without parts has nothing to compare: every tool has an inputSchema.
  if (parts.inputSchema === undefined) return [];
  const now = partHashes(definition);
  const compared = whole === undefined ? pinnedParts.slice(0, firstOfVersion2) : pinnedParts;
  return compared.flatMap((part) => {
    const name = part === 'other' ? 'another member' : part;
    if (parts[part] === now[part]) return [];
    if (parts[part] === undefined) return [`${name} was added`];
    return [now[part] === undefined ? `${name} was removed` : `${name} changed`];
  });
}

const firstOfVersion2 = pinnedParts.indexOf('_meta');

/** Describes the time at which a definition or text became known. */
export function sinceWhen({ approvedAt, firstSeenAt }: Pick<ToolPin, 'approvedAt' | 'firstSeenAt'>): string {
  const [word, at] = approvedAt === undefined ? ['first seen', firstSeenAt] : ['approved', approvedAt];
  return at === undefined ? `${word} before` : `${word} on ${new Date(at).toISOString().slice(0, 10)}`;
}

function joinWords(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}

// Quotes a name that could be mistaken for the gateway's own words.
function nameOf({ namespacedName }: UpstreamTool): string {
  return /^[\w.@/:-]{1,200}$/.test(namespacedName) ? namespacedName : `The tool ${quotedLine(namespacedName, 200)}`;
}
