import { normaliseFolder } from '../../decide/decide-folder.ts';
import { nameOwner, nameOwnerMidSentence, startWithOwner } from '../../decide/describe-mode.ts';
import {
  isUnsure,
  judgeEntry,
  refuseByAllowance,
  refuseByConditions,
  refuseByDenial,
} from '../../decide/refuse-conditions.ts';
import {
  allow,
  askFor,
  type ConsentQuestion,
  type Decision,
  defaultRule,
  type Refusal,
  type RuleReference,
  refuse,
} from '../../decision.ts';
import { printable } from '../../show.ts';
import type { CommandProgram } from '../command-analyser.ts';
import type { ReadCommandRule } from '../command-rules.ts';
import type { CommandQuestion, SetRules } from './command-question.ts';
import { listRules, nameParts, nameRule } from './describe-command.ts';
import { judgeCommandFile } from './judge-command-file.ts';

/**
 * @internal Decides on every program and file in a command: first by all deny rules; then by all allowlists, the files,
 * and the conditions on all commands; then by the ask rules. A permanent reason for refusal is reported first.
 */
export function decideCommand(question: CommandQuestion): Decision {
  const unjudged = refuseUnreadable(question);
  if (unjudged !== undefined) return unjudged;
  let unsure: Refusal | undefined;
  for (const refusal of iterateRefusals(question)) {
    if (!isUnsure(refusal)) return refusal;
    unsure ??= refusal;
  }
  return unsure ?? askFor(allow(findGrant(question)), [...iterateQuestions(question)]);
}

// Limits the work for a long command under many rules, so that no call blocks the process.
const maxComparisons = 1_000_000;

function refuseUnreadable({ mode, command, reading, sets }: CommandQuestion): Refusal | undefined {
  const { unreadable, programs, files } = reading;
  const by = defaultRule('command-readable', mode.mode.config.slug);
  if (unreadable !== undefined) {
    const { construct, text, position } = unreadable;
    const reason = `The command contains ${printable(construct)}, so its effect is uncertain: '${printable(text)}' at character ${position + 1}. Rewrite the command without this construct.`;
    return refuse('COMMAND_UNREADABLE', by, reason);
  }
  if (programs.length === 0 && files.length === 0) {
    const reason = `'${printable(command)}' does not run a program. Specify a program to run.`;
    return refuse('COMMAND_MISSING', defaultRule('command-named', mode.mode.config.slug), reason);
  }
  const comparisons = programs.length * sets.reduce((sum, { set }) => sum + set.entries.length, 0);
  if (comparisons <= maxComparisons) return undefined;
  const reason = `The command contains ${programs.length} programs, too many to be checked together. Split it into several calls.`;
  return refuse('COMMAND_UNREADABLE', by, reason);
}

function* iterateRefusals(question: CommandQuestion): Iterable<Refusal> {
  yield* refuseDisallowed(question);
  yield* refuseUnlisted(question);
  for (const file of question.reading.files) {
    const decision = judgeCommandFile(question, file);
    if (!decision.allowed) yield decision;
  }
  const refusal = refuseByConditions(question.mode, 'run commands', question.circumstances);
  if (refusal !== undefined) yield refusal;
}

/** Refuses programs that a deny rule matches. A deny rule applies unless its conditions certainly fail. */
function* refuseDisallowed({ mode, command, reading, sets, circumstances }: CommandQuestion): Iterable<Refusal> {
  for (const { set, rules } of sets) {
    for (const rule of rules.disallowed) {
      if (judgeEntry(rule, circumstances) === 'fails') continue;
      for (const program of reading.programs) {
        const found = rule.matcher.finds(program);
        if (found === undefined) continue;
        const name = nameParts([program.text], command);
        const start =
          found === 'certain'
            ? `${name} is disallowed in ${nameOwnerMidSentence(mode, set.owner)} by ${nameRule(rule)}`
            : `${name} does not show what it runs and could contain ${nameRule(rule)}, which is disallowed in ${nameOwner(mode, set.owner)}`;
        yield refuseByDenial('COMMAND_DISALLOWED', { rule, start }, circumstances);
      }
    }
  }
}

/** Refuses programs that are not allowed; every program must be in every allowlist. */
function* refuseUnlisted(question: CommandQuestion): Iterable<Refusal> {
  const { mode, folder, projectRoot, reading, sets } = question;
  for (const of of sets) {
    const { closedBy, owner } = of.set;
    if (closedBy === undefined) continue;
    // Unlike `cd`, a working folder is not part of the command, so no rule can allow it.
    if (!isInProject(folder, projectRoot)) {
      const reason = `The command would run in '${printable(folder ?? '')}', which is not inside the project, and ${nameOwnerMidSentence(mode, owner)} allows only certain commands. Run it inside the project.`;
      yield refuse('COMMAND_NOT_ALLOWED', closedBy, reason);
    }
    for (const program of reading.programs) {
      const found = findAllowance(question, of, program);
      if (found !== 'free' && !('grant' in found))
        yield refuseProgram(question, { ...found, ...of, program, closedBy });
    }
  }
}

function isInProject(folder: string | undefined, projectRoot: string | undefined): boolean {
  return folder === undefined || normaliseFolder(folder, projectRoot).ok;
}

/** A rule that allows a program, or rules that come close to allowing it. */
type FoundAllowance = { readonly grant: ReadCommandRule } | NearAllowance;

interface NearAllowance {
  /** A rule that would allow the program if the conditions of the rule were true. */
  readonly hanging?: ReadCommandRule | undefined;
  /** A rule that does not cover an argument of the program, with a clause that explains this. */
  readonly near?: { readonly rule: ReadCommandRule; readonly clause: string } | undefined;
}

/**
 * Finds the rule that allows a program. An allow rule applies only if its conditions are certainly true; an ask rule
 * allows the program with consent.
 */
function findAllowance(
  { projectRoot, circumstances }: CommandQuestion,
  { rules }: SetRules,
  program: CommandProgram,
): FoundAllowance | 'free' {
  const { need, folder } = program;
  if (need === 'wrapper' || (need === 'free' && rules.allowed.length > 0 && isInProject(folder, projectRoot)))
    return 'free';
  let hanging: ReadCommandRule | undefined;
  let near: NearAllowance['near'];
  for (const rule of [...rules.allowed, ...rules.asked]) {
    const verdict =
      rule.list === 'askCommands' ? rule.matcher.finds(program) === 'certain' : rule.matcher.allows(program);
    if (typeof verdict === 'string') near ??= { rule, clause: verdict };
    if (verdict !== true) continue;
    if (judgeEntry(rule, circumstances) === 'holds') return { grant: rule };
    hanging ??= rule;
  }
  return { hanging, near };
}

interface UnlistedProgram extends NearAllowance, SetRules {
  readonly program: CommandProgram;
  readonly closedBy: RuleReference;
}

function refuseProgram(
  { mode, command, circumstances }: CommandQuestion,
  { hanging, near, program, set, rules, closedBy }: UnlistedProgram,
): Refusal {
  const name = nameParts([program.text], command);
  const owner = nameOwnerMidSentence(mode, set.owner);
  const code = 'COMMAND_NOT_ALLOWED';
  if (hanging !== undefined)
    return refuseByAllowance(code, { rule: hanging, start: `${name} is allowed in ${owner}` }, circumstances);
  if (near !== undefined) {
    const { rule, clause } = near;
    const reason = `${name} is not allowed in ${owner}, because ${nameRule(rule)} does not allow it: ${clause}.`;
    return refuse(code, rule.by, reason);
  }
  const others = listRules([...rules.allowed, ...rules.asked]);
  return refuse(code, closedBy, `${name} is not among the commands of ${owner}${others}.`);
}

/** Returns the rule that the decision reports: the rule in the nearest allowlist that allows the first program. */
function findGrant(question: CommandQuestion): RuleReference {
  const nearest = question.sets.find(({ set }) => set.closedBy !== undefined);
  if (nearest === undefined) return question.group.by;
  for (const program of question.reading.programs) {
    const found = findAllowance(question, nearest, program);
    if (found !== 'free' && 'grant' in found) return found.grant.by;
  }
  return nearest.set.closedBy ?? question.group.by;
}

/**
 * Iterates over the questions to ask. An ask rule applies unless its conditions certainly fail; each rule asks once,
 * about all programs that it matches.
 */
function* iterateQuestions(question: CommandQuestion): Iterable<ConsentQuestion> {
  const { mode, command, reading, sets, circumstances } = question;
  for (const { set, rules } of sets) {
    for (const rule of rules.asked) {
      if (judgeEntry(rule, circumstances) === 'fails') continue;
      const found = reading.programs.filter((program) => rule.matcher.finds(program) !== undefined);
      if (found.length === 0) continue;
      const link = found.some((program) => rule.matcher.finds(program) === 'certain') ? 'by' : 'which could be';
      const parts = found.map(({ text }) => text);
      const reason = `${startWithOwner(mode, set.owner)} asks before running ${nameParts(parts, command)}, ${link} ${nameRule(rule)}.`;
      yield { reason, by: rule.by };
    }
  }
}
