import { compileOptionalConditions } from '../circumstances/compile-conditions.ts';
import type { CommandEntry } from '../modes/mode.ts';
import { type Ancestor, ruleAt } from '../policy/inheritance-nodes.ts';
import type { Lineage } from '../policy/resolve-inheritance.ts';
import { type CommandList, commandLists } from './command-analyser.ts';
import type { CommandRuleSet, CompiledCommandRule, CompiledCommandRules } from './command-rules.ts';

/**
 * Compiles the command rules of a mode: its own rules, and the rules of the modes that it extends, which are shared.
 * Returns undefined if the mode has no `commandRestrictions`.
 */
export function compileCommandRules({ self, ancestors }: Lineage): CompiledCommandRules | undefined {
  const { commandsInvalid, config, pointer } = self.loaded;
  if (commandsInvalid === undefined && config.commandRestrictions === undefined) return undefined;
  const sets = [self, ...ancestors].map(findSet);
  return {
    invalid: commandsInvalid === undefined ? undefined : { reason: commandsInvalid, by: ruleAt(pointer, self) },
    sets,
    isConditional: sets.some(({ isConditional }) => isConditional),
    known: new Map(),
  };
}

function findSet(of: Ancestor): CommandRuleSet {
  of.commandRules ??= compileSet(of);
  return of.commandRules;
}

function compileSet(of: Ancestor): CommandRuleSet {
  const { config, pointer } = of.loaded;
  const { commandRestrictions: own = {} } = config;
  const at = `${pointer}/commandRestrictions`;
  const entries = commandLists.flatMap((list) =>
    (own[list] ?? []).map((entry, index) => compileEntry(entry, { list, pointer: `${at}/${list}/${index}`, of })),
  );
  const conditions = compileOptionalConditions(own, (tail) => ruleAt(`${at}${tail}`, of)) ?? [];
  return {
    layer: of.layer,
    owner: config.slug,
    config,
    closedBy: own.allowedCommands === undefined ? undefined : ruleAt(`${at}/allowedCommands`, of),
    entries,
    conditions,
    isConditional: conditions.length > 0 || entries.some((entry) => entry.conditions !== undefined),
    read: undefined,
  };
}

interface EntryPlace {
  readonly list: CommandList;
  readonly pointer: string;
  readonly of: Ancestor;
}

function compileEntry(entry: CommandEntry, { list, pointer, of }: EntryPlace): CompiledCommandRule {
  const { command, reason, ...hanging } = typeof entry === 'string' ? { command: entry } : entry;
  return {
    list,
    text: command,
    reason,
    by: ruleAt(pointer, of),
    conditions: compileOptionalConditions(hanging, (tail) => ruleAt(`${pointer}${tail}`, of)),
  };
}
