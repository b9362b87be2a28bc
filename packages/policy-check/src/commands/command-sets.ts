import { listRestrictingModes, type ModeConfig, type Policy } from '@modegate/mode-core';
import { type CommandList, commandLists } from '@modegate/mode-core/commands';
import type { McpConditions } from '@modegate/mode-core/modes';
import { type CommandRule, parseCommandRule } from '@modegate/shell-commands';

/** Command rules of one mode. */
export interface CommandSet {
  /** Slug of the mode. */
  readonly owner: string;
  /** True if programs without a rule are refused. */
  readonly isClosed: boolean;
  /** Entries that can be used. */
  readonly entries: readonly CommandSetEntry[];
  /** Conditions on all commands. */
  readonly conditions: McpConditions;
}

/** One entry in a list. */
export interface CommandSetEntry {
  readonly list: CommandList;
  readonly text: string;
  readonly rule: CommandRule;
  /** JSON pointer below `commandRestrictions`. */
  readonly pointer: string;
  /** JSON pointer to the text of the command, which may be in a mapping. */
  readonly textPointer: string;
  /** Conditions on the entry. */
  readonly conditions: McpConditions;
  /** True if the rules apply only at some times or in some environments. */
  readonly isConditional: boolean;
}

/**
 * Lists the command rules that apply in a mode: its own rules, followed by those that it inherits. All of them must
 * allow a command.
 */
export function listCommandSets(policy: Policy, slug: string): readonly CommandSet[] {
  return listRestrictingModes(policy, slug, 'commandRestrictions').map(readCommandSet);
}

/** Reads the rules of a mode. Always returns the same object for the same mode. */
export function readCommandSet(config: ModeConfig): CommandSet {
  const known = sets.get(config);
  if (known !== undefined) return known;
  const { commandRestrictions: own = {}, slug } = config;
  const set: CommandSet = {
    owner: slug,
    isClosed: own.allowedCommands !== undefined,
    entries: commandLists.flatMap((list) =>
      (own[list] ?? []).slice(0, maxEntries).flatMap((entry, index) => {
        const isText = typeof entry === 'string';
        const reference = isText ? { command: entry } : entry;
        const { command: text, schedule, when } = reference;
        const rule = parseCommandRule(text, list);
        if (rule.fault !== undefined) return [];
        const pointer = `/${list}/${index}`;
        const textPointer = isText ? pointer : `${pointer}/command`;
        const isConditional = schedule !== undefined || when !== undefined;
        return [{ list, text, rule, pointer, textPointer, conditions: reference, isConditional }];
      }),
    ),
    conditions: own,
  };
  sets.set(config, set);
  return set;
}

const sets = new WeakMap<ModeConfig, CommandSet>();

// More entries than anyone writes by hand; the rest of a hostile list is ignored.
const maxEntries = 1000;
