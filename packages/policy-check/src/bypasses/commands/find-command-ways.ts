import { type Decision, decide, type RuleReference } from '@modegate/mode-core';
import {
  findProgramNature,
  listDemonstrations,
  openDemonstrations,
  type ProgramNature,
  quoteWord,
  type RuleWord,
} from '@modegate/shell-commands';
import { analyseProbe, anyWord, fixedWords, isOpenRule, writeCommand } from '../../commands/command-probes.ts';
import { listCommandSets } from '../../commands/command-sets.ts';
import { unifyRules } from '../../commands/unify-rules.ts';
import { mayBeAllowed } from '../../matrix/mcp-row.ts';
import type { BypassCall, BypassCertainty, ModeRows } from '../bypass.ts';
import { findWritableFiles, type WritableFiles } from './find-writable-files.ts';
import { listRunFiles, type RunFile } from './list-run-files.ts';

/** A means of doing anything at all despite the rules that restrict a mode's commands. */
export interface CommandWay {
  readonly certainty: BypassCertainty;
  /** Clause that follows "but" and states the cause. */
  readonly clause: string;
  /** Sentence that explains how to close this gap. */
  readonly remedy: string;
  readonly calls: readonly BypassCall[];
  /** Entry that allows the command. */
  readonly by: RuleReference;
}

type AskedMode = Pick<ModeRows, 'policy' | 'mode' | 'circumstances'>;

/**
 * Finds the means of doing anything at all with the commands that a mode may run without consent; returns only the most
 * certain one for each entry. The result is empty only if every allowed program is known and runs nothing that the mode
 * may write.
 *
 * @param limits - File restrictions of the group `edit`; undefined if the mode may not write.
 */
export function findCommandWays(asked: AskedMode, limits: readonly string[] | undefined): readonly CommandWay[] {
  const search = createSearch(asked, limits);
  const sets = listCommandSets(asked.policy, asked.mode);
  // Without an allowlist, every command that no rule denies is allowed.
  const rules = sets.some(({ isClosed }) => isClosed) ? unifyRules(sets) : [[]];
  const byEntry = new Map<string, CommandWay>();
  for (const rule of rules) {
    for (const found of fixedWords(rule).length === 0 ? findOpenWay(search) : findWays(search, readPattern(rule))) {
      const way = search.isSure(found.calls) ? found : { ...found, ...unsure(found) };
      const key = `${way.by.file} ${way.by.pointer}`;
      const known = byEntry.get(key);
      if (known === undefined || certainties.indexOf(way.certainty) < certainties.indexOf(known.certainty))
        byEntry.set(key, way);
    }
  }
  return joinAlike([...byEntry.values()]);
}

/** If several entries run the same files, only one result is retained. */
function joinAlike(ways: readonly CommandWay[]): readonly CommandWay[] {
  const alike = Map.groupBy(ways, ({ calls, by }) => {
    const paths = calls.flatMap(({ params: { path } }) => path ?? []);
    return paths.length === 0 ? `${by.file} ${by.pointer}` : paths.join('\n');
  });
  return [...alike.values()].flatMap(([first, ...others]) => {
    if (first === undefined || others.length === 0) return first ?? [];
    const more = others.length === 1 ? 'another entry does' : `${others.length} other entries do`;
    return [{ ...first, clause: `${first.clause}, as ${more}` }];
  });
}

const certainties: readonly BypassCertainty[] = ['certain', 'likely', 'possible'];

/** Downgrades to `possible` a result that depends on unknown conditions. */
function unsure({ clause }: CommandWay): Pick<CommandWay, 'certainty' | 'clause'> {
  return { certainty: 'possible', clause: `${clause}, if its conditions can be met` };
}

interface Search {
  /** Returns the rule that allows a command without consent. */
  readonly run: (command: string) => RuleReference | undefined;
  /** True if calls are allowed regardless of the conditions. */
  readonly isSure: (calls: readonly BypassCall[]) => boolean;
  /** Files that the mode may write; undefined if the mode may not write. */
  readonly writable: WritableFiles | undefined;
}

function createSearch(asked: AskedMode, limits: readonly string[] | undefined): Search {
  const { policy, mode, circumstances } = asked;
  const ask = (command: string): Decision =>
    decide(policy, { ...circumstances, mode, tool: 'execute_command', params: { command }, shell: 'bash' });
  return {
    run: (command) => {
      const decision = ask(command);
      return mayBeAllowed(decision) && (decision.allowed || decision.kind !== 'consent') ? decision.by : undefined;
    },
    isSure: (calls) => calls.every(({ params: { command } }) => command === undefined || ask(command).allowed),
    writable: limits && findWritableFiles(asked, limits),
  };
}

/** Finds a means of circumventing rules that allow every command that they do not list. */
function findOpenWay({ run }: Search): readonly CommandWay[] {
  for (const command of [...openDemonstrations, anyWord]) {
    const by = run(command);
    if (by === undefined) continue;
    const clause =
      command === anyWord
        ? 'it may run every program that its command rules do not mention'
        : `its command rules do not mention ${quote(command)}`;
    const remedy = "List the commands that the mode needs in 'allowedCommands'.";
    return [{ certainty: command === anyWord ? 'likely' : 'certain', clause, remedy, calls: [callOf(command)], by }];
  }
  return [];
}

/** A rule that allows commands. */
interface AllowedPattern {
  readonly program: string;
  /** The words of the rule as a command, with {@link anyWord} for each star. */
  readonly command: string;
  readonly isOpen: boolean;
  readonly nature: ProgramNature;
  /** Files that the command runs. */
  readonly files: readonly RunFile[];
  /** True if the files are known and a caller cannot choose the command's arguments. */
  readonly isFixed: boolean;
}

function readPattern(rule: readonly RuleWord[]): AllowedPattern {
  const words = fixedWords(rule).map(({ pieces }) => pieces.join(anyWord));
  const [program = ''] = words;
  const command = writeCommand(fixedWords(rule));
  const isOpen = isOpenRule(rule);
  const own = /^(?!\/|~|\.\.).*\//.test(program) ? [program.replace(/^(?:\.\/)+/, '')] : undefined;
  const known = listRunFiles(words);
  return {
    program,
    command,
    isOpen,
    nature: findNature(isOpen ? [command, `${command} ${anyWord}`] : [command]),
    files: [...(own === undefined ? [] : [{ files: own, certainty: 'certain' } as const]), ...(known ?? [])],
    isFixed: !isOpen && (own !== undefined || known !== undefined),
  };
}

/** Returns the nature of the program; if the nature differs between the commands, returns the most dangerous one. */
function findNature(commands: readonly string[]): ProgramNature {
  const natures = commands.map((text) => {
    const program = analyseProbe(text).programs.find(({ need }) => need === 'rule');
    return program === undefined ? 'known' : findProgramNature(program);
  });
  return natures.find((one) => one === 'anything') ?? natures.find((one) => one === 'unknown') ?? 'known';
}

function* findWays(search: Search, pattern: AllowedPattern): Iterable<CommandWay> {
  yield* findDemonstrated(search, pattern);
  yield* findWritten(search, pattern);
  yield* findUnsure(search, pattern);
}

/** Finds programs that can do anything without needing a file that the mode would have to write. */
function* findDemonstrated({ run }: Search, { program, command, nature }: AllowedPattern): Iterable<CommandWay> {
  if (nature === 'known') return;
  for (const text of listDemonstrations(quoteWord(program), command)) {
    const by = run(text);
    if (by === undefined) continue;
    const remedy = 'Allow only the exact commands that the mode needs.';
    yield { certainty: 'certain', clause: `${quote(text)} can do anything`, remedy, calls: [callOf(text)], by };
    return;
  }
}

/** Finds files that the mode may write and then run. */
function* findWritten(search: Search, pattern: AllowedPattern): Iterable<CommandWay> {
  const { run, writable } = search;
  if (writable === undefined) return;
  for (const { files, certainty } of pattern.files) {
    const found = listAttempts(pattern.command, files, writable).find(
      ({ paths, text }) => paths.every(writable.may) && run(text) !== undefined,
    );
    const by = found && run(found.text);
    if (found === undefined || by === undefined) continue;
    const { paths, text } = found;
    const effect = `${certainty === 'certain' ? 'does' : 'can do'} what ${paths.length === 1 ? 'that file says' : 'those files say'}`;
    const clause = `it may write ${paths.map(quote).join(', ')} and then run ${quote(text)}, which ${effect}`;
    const remedy = `Exclude ${paths.length === 1 ? 'that file' : 'those files'} from the files that the mode may edit, or remove the command.`;
    yield { certainty, clause, remedy, calls: [...paths.map(writeOf), callOf(text)], by };
    return;
  }
}

/** Lists files to write and the command that runs them: in any folder, and with any name in place of a star. */
function listAttempts(
  command: string,
  files: readonly string[],
  { folders, names }: WritableFiles,
): readonly { readonly paths: readonly string[]; readonly text: string }[] {
  const [first = ''] = files;
  const [start = '', end] = first.split(anyWord);
  const inner = end === undefined ? [] : [`x${end}`, ...names.filter((name) => name.endsWith(end))];
  const below = folders.flatMap((folder) => inner.map((name) => joinPath(folder, name)));
  const filled = [...below.filter((path) => path.startsWith(start)), ...inner.map((name) => `${start}${name}`)];
  const variants =
    end === undefined
      ? [{ named: files, text: command }]
      : filled.map((path) => ({ named: [path], text: command.replace(first, () => path) }));
  return folders.flatMap((folder) =>
    variants.map(({ named, text }) => ({
      paths: named.map((file) => joinPath(folder, file)),
      text: folder === '' ? text : `cd ${quoteWord(folder)} && ${text}`,
    })),
  );
}

/** Finds commands that cannot be ruled out, because too little is known about them. */
function* findUnsure(search: Search, pattern: AllowedPattern): Iterable<CommandWay> {
  const { run } = search;
  const { command, isOpen, nature, files, isFixed } = pattern;
  const longer = `${command} ${anyWord}`;
  const text = isOpen && run(longer) !== undefined ? longer : command;
  const by = run(text);
  if (by === undefined) return;
  const calls = [callOf(text)];
  const canMove = run(`cd x && ${text}`) !== undefined;
  if (nature !== 'known' && !isFixed) {
    const isKnown = nature === 'anything';
    const clause = isKnown
      ? `${quote(text)} can do anything that its arguments or the project files tell it to do`
      : `the effects of ${quote(text)} are unknown`;
    const remedy = 'Allow the exact commands that the mode needs, or remove the entry.';
    yield { certainty: isKnown && isOpen ? 'likely' : 'possible', clause, remedy, calls, by };
  } else if (files.some((one) => one.files.every((file) => mayBeWritten(search, file, canMove)))) {
    const clause = `it may be able to write a file that ${quote(text)} runs`;
    const remedy = 'Change the file limit so that it lists the files that may be edited.';
    yield { certainty: 'possible', clause, remedy, calls, by };
  }
}

/** False if the mode certainly may not write a file that a command runs, in any folder where the command can run. */
function mayBeWritten({ writable }: Search, file: string, canMove: boolean): boolean {
  const [start = '', end] = file.split(anyWord);
  if (end !== undefined) return writable?.mayBe({ start: canMove ? '' : start, end }) === true;
  return canMove && writable?.mayBe({ start: '', end: `/${file}` }) === true;
}

function joinPath(folder: string, file: string): string {
  return folder === '' ? file : `${folder}/${file}`;
}

function callOf(command: string): BypassCall {
  return { tool: 'execute_command', params: { command } };
}

function writeOf(path: string): BypassCall {
  return { tool: 'write_to_file', params: { path, content: '…' } };
}

function quote(text: string): string {
  return `\`${text}\``;
}
