import { readOr } from '../circumstances/circumstances.ts';
import { compileOptionalConditions } from '../circumstances/compile-conditions.ts';
import type { CommandEntry } from '../modes/mode.ts';
import { createModeProblem, type ModeProblem } from '../modes/mode-problem.ts';
import { type Ancestor, ruleAt } from '../policy/inheritance-nodes.ts';
import type { Lineage } from '../policy/resolve-inheritance.ts';
import { printable } from '../show.ts';
import { type CommandAnalyser, type CommandList, commandLists } from './command-analyser.ts';
import type {
  CommandRule,
  CommandRuleSet,
  CompiledCommandRules,
  ReadCommandRule,
  ReadCommandRules,
} from './command-rules.ts';

/**
 * Compiles the rules for commands of a mode: its own, and those of the modes it extends, which are shared. Undefined if
 * the mode has no `commandRestrictions`.
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

function compileEntry(entry: CommandEntry, { list, pointer, of }: EntryPlace): CommandRule {
  const { command, reason, ...hanging } = typeof entry === 'string' ? { command: entry } : entry;
  return {
    list,
    text: command,
    reason,
    by: ruleAt(pointer, of),
    conditions: compileOptionalConditions(hanging, (tail) => ruleAt(`${pointer}${tail}`, of)),
  };
}

/** Reads the entries of a set with the analyser, once. */
export function readCommandRules(set: CommandRuleSet, analyser: CommandAnalyser): ReadCommandRules {
  set.read ??= readEntries(set, analyser);
  return set.read;
}

function readEntries({ entries, owner }: CommandRuleSet, analyser: CommandAnalyser): ReadCommandRules {
  const lists: Record<CommandList, ReadCommandRule[]> = {
    allowedCommands: [],
    askCommands: [],
    disallowedCommands: [],
  };
  const faults: { rule: CommandRule; message: string }[] = [];
  for (const rule of entries) {
    const matcher = readOr(() => analyser.parseRule(rule.text, rule.list)) ?? { fault: 'cannot be read' };
    if (matcher.fault === undefined) lists[rule.list].push({ ...rule, matcher });
    else {
      const message = `The rule '${printable(rule.text)}' in '${rule.list}' of mode '${owner}' ${matcher.fault}; every command of this mode is refused until it is corrected.`;
      faults.push({ rule, message });
    }
  }
  return { allowed: lists.allowedCommands, asked: lists.askCommands, disallowed: lists.disallowedCommands, faults };
}

/** Reports the rules of some modes that the analyser cannot use, each once. */
export function findFaultyRules(
  modes: Iterable<{ readonly commands: CompiledCommandRules | undefined }>,
  analyser: CommandAnalyser | undefined,
): readonly ModeProblem[] {
  if (analyser === undefined) return [];
  const sets = new Set([...modes].flatMap(({ commands }) => commands?.sets ?? []));
  return [...sets].flatMap((set) =>
    readCommandRules(set, analyser).faults.map(({ rule, message }) =>
      createModeProblem(set.layer, 'COMMAND_RULE_INVALID', { message, pointer: rule.by.pointer, mode: set.owner }),
    ),
  );
}
