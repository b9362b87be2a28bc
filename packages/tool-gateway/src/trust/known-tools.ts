import { definitionHash, type PinnedPart, partHashes, pinnedParts } from '../catalogue/ref-id.ts';
import type { UpstreamTool } from '../catalogue/upstream-tool.ts';
import { quotedLine } from './safe-text.ts';

/** The treatment of a tool that was never seen: it is served and remembered, withheld, or a person is asked. */
export type NewToolsSetting = 'allow' | 'deny' | 'ask';

/** The treatment of a tool that is no longer the one that was remembered: it is served with a warning, or withheld. */
export type ChangedToolsSetting = 'flag' | 'withhold';

/** How new and changed tools are treated. */
export interface KnownToolsSettings {
  readonly newTools: NewToolsSetting;
  readonly changedTools: ChangedToolsSetting;
}

/** The record of one tool. */
export interface ToolPin {
  /** The name of the tool that is known, as `refIdOf` makes it; anything else is a change. */
  readonly refId: string;
  /** The hash of the whole definition; anything else is a change. `undefined` in a pin of version 1, which knew the `refId` only. */
  readonly definition: string | undefined;
  /** Epoch milliseconds; `undefined` when the file does not say. */
  readonly firstSeenAt: number | undefined;
  /** When a person approved this definition, in epoch milliseconds; `undefined` when it was only seen. */
  readonly approvedAt: number | undefined;
  /** A short hash of each part of the definition, by which a change is described. */
  readonly parts: Readonly<Partial<Record<PinnedPart, string>>>;
}

/** The record of a server's instructions. */
export interface InstructionsPin {
  /** The sha-256 of the text in hexadecimal. */
  readonly hash: string;
  /** Epoch milliseconds; `undefined` when the file does not say. */
  readonly firstSeenAt: number | undefined;
  /** When a person approved this text, in epoch milliseconds; `undefined` when it was only seen. */
  readonly approvedAt: number | undefined;
}

/** What is remembered of the tools of one project, or why it cannot be read. */
export type KnownTools =
  | {
      readonly state: 'loaded';
      readonly pins: ReadonlyMap<string, ReadonlyMap<string, ToolPin>>;
      /** By server. */
      readonly instructions: ReadonlyMap<string, InstructionsPin>;
    }
  | { readonly state: 'unreadable'; readonly file: string; readonly problem: string };

/** The treatment of a tool, and in a sentence why it is not simply served. */
export type ToolVerdict =
  | { readonly kind: 'served' }
  | { readonly kind: 'served-flagged' | 'withheld' | 'ask'; readonly cause: UnknownCause; readonly why: string };

/** Why a tool is not simply served: never seen, not as it was, or unknown because the record cannot be read. */
export type UnknownCause = 'new' | 'changed' | 'unreadable';

/** What is remembered of a tool; `undefined` when it was never seen, or the record cannot be read. */
export function findPin(known: KnownTools, { server, tool }: UpstreamTool): ToolPin | undefined {
  return known.state === 'loaded' ? known.pins.get(server)?.get(tool) : undefined;
}

/** Names of tools that are remembered of one server; one that renames its tools all the time must not fill memory and disk. */
export const MAX_KNOWN_TOOLS = 5_000;

/** Whether no further tool of a server is remembered. Nothing makes room: a server could otherwise push out the tool that it means to change. */
export function isFull(known: KnownTools, server: string): boolean {
  return known.state === 'loaded' && (known.pins.get(server)?.size ?? 0) >= MAX_KNOWN_TOOLS;
}

/**
 * Judges a tool by what is remembered of all. When that cannot be read, each tool may be new or changed, and gets the stricter of the two
 * treatments.
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
  return `${nameOf(tool)} is not remembered, because its server has listed more than ${MAX_KNOWN_TOOLS} different tools: a change of it would not be noticed.`;
}

/** The stricter of the treatments of new and of changed tools. */
export function strictestOf({ newTools, changedTools }: KnownToolsSettings): Exclude<ToolVerdict['kind'], 'served'> {
  const kinds = [newVerdicts[newTools], changedVerdicts[changedTools]];
  return strictFirst.find((each) => kinds.includes(each)) ?? 'withheld';
}

/** Judges a tool by its pin; without one it is new. A new tool that is served is to be remembered by the caller. */
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

/** What changed since a tool was remembered, as a sentence that names the parts of the definition. */
export function describeChange(pin: ToolPin, tool: UpstreamTool): string {
  const changes = findPartChanges(pin, tool);
  const what = changes.length === 0 ? 'its definition is different' : joinWords(changes);
  return `${nameOf(tool)} is not the tool that was ${sinceWhen(pin)}: ${what}.`;
}

/** What is remembered of a tool as it is now. */
export function pinOf(
  tool: UpstreamTool,
  { firstSeenAt, approvedAt }: Pick<ToolPin, 'firstSeenAt' | 'approvedAt'>,
): ToolPin {
  const { refId, definition } = tool;
  return { refId, definition: definitionHash(tool), firstSeenAt, approvedAt, parts: partHashes(definition) };
}

/**
 * The pin as it is now, for one that an earlier version wrote and that still fits: what that version did not look at counts from the first
 * time that it is seen. Any other pin is returned as it is.
 */
export function completePin(pin: ToolPin | undefined, tool: UpstreamTool): ToolPin | undefined {
  return pin !== undefined && pin.definition === undefined && pin.refId === tool.refId ? pinOf(tool, pin) : pin;
}

const newVerdicts = { allow: 'served', deny: 'withheld', ask: 'ask' } as const;

const changedVerdicts = { flag: 'served-flagged', withhold: 'withheld' } as const;

const strictFirst = ['withheld', 'ask', 'served-flagged'] as const;

function findPartChanges({ parts, definition: whole }: ToolPin, { definition }: UpstreamTool): readonly string[] {
  // A pin without any part says nothing about parts: every tool has an inputSchema.
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

/** When a definition or text became known, in words. */
export function sinceWhen({ approvedAt, firstSeenAt }: Pick<ToolPin, 'approvedAt' | 'firstSeenAt'>): string {
  const [word, at] = approvedAt === undefined ? ['first seen', firstSeenAt] : ['approved', approvedAt];
  return at === undefined ? `${word} before` : `${word} on ${new Date(at).toISOString().slice(0, 10)}`;
}

function joinWords(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}

// A name that could be read as words of ours is put in quotes.
function nameOf({ namespacedName }: UpstreamTool): string {
  return /^[\w.@/:-]{1,200}$/.test(namespacedName) ? namespacedName : `The tool ${quotedLine(namespacedName, 200)}`;
}
