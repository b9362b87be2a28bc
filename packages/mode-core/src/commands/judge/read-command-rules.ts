import { attempt } from '@modegate/json';
import { printable } from '../../show.ts';
import type { CommandAnalyser, CommandList } from '../command-analyser.ts';
import type { CommandRuleSet, FaultyCommandRule, ReadCommandRule, ReadCommandRules } from '../command-rules.ts';

/** @internal Uses the analyser to parse the entries in a set, and caches the result. */
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
  const faults: FaultyCommandRule[] = [];
  for (const rule of entries) {
    const matcher = attempt(() => analyser.parseRule(rule.text, rule.list)) ?? { fault: 'cannot be read' };
    if (matcher.fault === undefined) lists[rule.list].push({ ...rule, matcher });
    else {
      const message = `The rule '${printable(rule.text)}' in '${rule.list}' of mode '${owner}' ${matcher.fault}; every command of this mode is refused until the rule is corrected.`;
      faults.push({ rule, message });
    }
  }
  return { allowed: lists.allowedCommands, asked: lists.askCommands, disallowed: lists.disallowedCommands, faults };
}
