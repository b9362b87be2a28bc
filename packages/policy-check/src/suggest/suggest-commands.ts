import type { Policy, PolicyMode } from '@modegate/mode-core';
import type { CommandEntry, CommandRestrictions } from '@modegate/mode-core/modes';
import { findProgramNature, type ProgramRun, parseCommandRule, quoteWord } from '@modegate/shell-commands';
import { analyseProbe, anyWord } from '../commands/command-probes.ts';
import { readCommandSet } from '../commands/command-sets.ts';
import { appliesTo } from '../commands/compare-entries.ts';
import { collectSuggestions, type Suggestions } from './suggestion.ts';

/** A command that an agent ran in a mode. */
export interface SeenCommand {
  /** Slug of the mode. */
  readonly mode: string;
  readonly command: string;
}

/** Command rules that allow the commands a mode has run. */
export interface CommandSuggestion {
  readonly mode: string;
  /** The complete `commandRestrictions` that replace the mode's own. */
  readonly restrictions: CommandRestrictions;
  /** Reasons, as sentences. */
  readonly reasons: readonly string[];
}

/** Suggestions, and the modes for which there are none. */
export type CommandSuggestions = Suggestions<CommandSuggestion>;

/**
 * Suggests `allowedCommands` based on commands that were allowed: their exact words, with `*` only if several commands
 * differ in their last words and the program is known. If a mode already has this list, only the entries that these
 * commands need are retained. Deny rules, ask rules and conditions stay unchanged.
 */
export function suggestCommands(policy: Policy, seen: readonly SeenCommand[]): CommandSuggestions {
  const byMode = Map.groupBy(seen, ({ mode }) => mode);
  return collectSuggestions(policy, byMode.keys(), (mode) =>
    suggestFor(mode, [...new Set(byMode.get(mode.config.slug)?.map(({ command }) => command))]),
  );
}

function suggestFor({ config }: PolicyMode, commands: readonly string[]): CommandSuggestion | string {
  const readings = commands.map(analyseProbe);
  const readable = readings.filter(({ unreadable }) => unreadable === undefined);
  const programs = readable.flatMap((reading) => reading.programs.filter(({ need }) => need === 'rule'));
  const { commandRestrictions: own = {}, slug } = config;
  const unread = readings.length - readable.length;
  const reasons = [
    `From ${commands.length} different ${commands.length === 1 ? 'command' : 'commands'}.`,
    ...(unread === 0 ? [] : [`${unread} of these commands cannot be analysed and would be refused.`]),
  ];
  if (own.allowedCommands !== undefined) {
    const kept = keepEntries(config, programs);
    if (kept.length === own.allowedCommands.length) return 'The mode needs all of its allowed commands.';
    return { mode: slug, restrictions: { ...own, allowedCommands: kept }, reasons };
  }
  const rules = chooseRules(programs);
  if (rules.length === 0) return 'The commands need no rule, or none of them can be analysed.';
  const missed = programs.filter((program) => !rules.some((rule) => allows(rule, program)));
  const texts = new Set(missed.map(({ text }) => text));
  return {
    mode: slug,
    restrictions: { ...own, allowedCommands: rules },
    reasons: [...reasons, ...[...texts].map((text) => `'${text}' does not show what it runs, so it would be refused.`)],
  };
}

/** Returns the entries in a mode that at least one of the programs needs. */
function keepEntries(config: PolicyMode['config'], programs: readonly ProgramRun[]): readonly CommandEntry[] {
  const used = readCommandSet(config).entries.filter((entry) => programs.some((program) => appliesTo(entry, program)));
  const pointers = new Set(used.map(({ pointer }) => pointer));
  const entries = config.commandRestrictions?.allowedCommands ?? [];
  return entries.filter((_, index) => pointers.has(`/allowedCommands/${index}`));
}

// If there are fewer different last words than this, each is written out.
const minDifferent = 3;

/** Returns rules that allow some programs, as narrow as possible without listing all arguments. */
function chooseRules(programs: readonly ProgramRun[]): readonly string[] {
  const texts = programs.map(({ words }) =>
    words.map(({ value, kind }) => (kind === 'literal' ? quoteWord(value) : '*')),
  );
  const open = texts.flatMap((words) => (words.includes('*') ? [words.slice(0, words.indexOf('*'))] : []));
  const byStart = Map.groupBy(texts, (words) => words.slice(0, -1).join(' '));
  const alike = [...byStart].flatMap(([start, found]) =>
    new Set(found.map((words) => words.at(-1))).size >= minDifferent ? [start.split(' ')] : [],
  );
  const starts = [...open, ...alike].map((words) => words.join(' ')).filter(mayBeOpen);
  const wide = [...new Set(starts)].map((start) => `${start} *`);
  const exact = programs.flatMap((program, index) => {
    const words = texts[index] ?? [];
    return words.includes('*') || wide.some((rule) => allows(rule, program)) ? [] : [words.join(' ')];
  });
  return [...new Set([...wide.filter((rule) => programs.some((program) => allows(rule, program))), ...exact])].sort();
}

/** True if additional words cannot make a program do arbitrary things. */
function mayBeOpen(start: string): boolean {
  const [program] = start === '' ? [] : analyseProbe(`${start} ${anyWord}`).programs;
  return program !== undefined && findProgramNature(program) === 'known';
}

function allows(rule: string, program: ProgramRun): boolean {
  const parsed = parseCommandRule(rule, 'allowedCommands');
  return parsed.fault === undefined && parsed.allows(program) === true;
}
