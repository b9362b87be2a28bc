import { analyseCommand } from '../analyse-command.ts';
import type { CommandAnalysis } from '../analysis.ts';
import { quoteShellWord } from '../rules/quote-word.ts';
import { isShell } from '../wrappers/open-wrapper.ts';
import { listDemonstrations } from './demonstrations.ts';
import { findFacts } from './find-facts.ts';
import { findProgramNature } from './find-program-nature.ts';
import { findSubcommand, findSubcommandIndex } from './find-subcommand.ts';
import { foldProgramName } from './fold-program-name.ts';
import { type OptionFact, optionTable } from './option-table.ts';
import type { ProgramFacts } from './program-facts.ts';

/**
 * Yields commands that begin with these words and do more than the words show: run code or another program, or write a
 * file. The command with the greatest effect comes first. Yields nothing if no such command is known.
 */
export function* listExtensions(words: readonly string[]): Generator<string> {
  const command = words.map(quoteShellWord).join(' ');
  let count: number | undefined;
  const own = () => (count ??= countEffects(analyseCommand(command, { shell: 'bash' })));
  for (const candidate of listCandidates(words, command))
    if (candidate.startsWith(command) && doesMore(candidate, own)) yield candidate;
}

function listCandidates(words: readonly string[], command: string): readonly string[] {
  const [program = ''] = words;
  const name = foldProgramName(program);
  const facts = findOwnFacts(words);
  return [
    ...(Object.hasOwn(known, name) ? [known[name]?.replace('{command}', () => command) ?? ''] : []),
    ...(isShell(name) && words.length === 1 ? [`${command} -c 'touch x'`] : []),
    ...listDemonstrations(program, command).filter((text) => !text.startsWith(`${command} `) || takesMore(words, name)),
    ...(facts === undefined ? [] : listOptions(facts).map((option) => `${command} ${option}`)),
  ];
}

/** Example commands for programs whose effects an analysis detects although no listed option shows them. */
const known: Readonly<Record<string, string>> = {
  find: '{command} . -exec touch x \\;',
  sed: '{command} -i s/a/b/ x',
  awk: `{command} 'BEGIN { system("touch x") }'`,
  gawk: `{command} 'BEGIN { system("touch x") }'`,
  xargs: '{command} touch x',
  env: '{command} touch x',
  nohup: '{command} touch x',
  nice: '{command} touch x',
  time: '{command} touch x',
  sudo: '{command} touch x',
  timeout: '{command} 5 touch x',
  tar: '{command} -xf a.tar --to-command=./x',
};

/** npm commands that run scripts. */
const scripted = new Set('run run-script test t start stop restart install i ci exec rebuild publish pack'.split(' '));

/** False for `make --version` and for `npm info`, which run nothing, regardless of the words that follow. */
function takesMore([, second]: readonly string[], name: string): boolean {
  if (second === undefined) return true;
  return name === 'npm' ? scripted.has(second) : !/^--?[a-z-]*version$|^-[vV]$/.test(second);
}

/** Returns facts about the subcommand that the words specify. */
function findOwnFacts(words: readonly string[]): ProgramFacts | undefined {
  let facts = findFacts(foldProgramName(words[0] ?? ''));
  let rest = words.map((value) => ({ value, text: value, kind: 'literal' as const }));
  while (facts?.subcommands !== undefined) {
    const { index } = findSubcommandIndex(facts, rest);
    const word = rest[index]?.value;
    if (word === undefined) return facts;
    facts = findSubcommand(facts, word);
    rest = rest.slice(index);
  }
  return facts;
}

/** Lists the options that write, then the options that run something, each with a value if the option takes one. */
function listOptions(facts: ProgramFacts): readonly string[] {
  const options = [...optionTable(facts).options.values()];
  const of = (effect: OptionFact['effect']) => options.filter((one) => one.effect === effect && one.option.length > 1);
  const isOutput = ({ option }: OptionFact) => /^(?:-o|--output)$/.test(option);
  return [
    ...of('writes')
      .toSorted((a, b) => Number(isOutput(b)) - Number(isOutput(a)))
      .map((one) => writeOption(one, 'x')),
    ...of('runs')
      .toSorted((a, b) => b.values - a.values)
      .map((one) => writeOption(one, './x')),
    ...of('changesOperands').map(({ option }) => option),
  ];
}

function writeOption({ option, values, isGlued }: OptionFact, value: string): string {
  if (values === 0) return isGlued ? `${option}=${value}` : option;
  const first = option.startsWith('--') ? `${option}=${value}` : `${option} ${value}`;
  return values === 2 ? `${first} y` : first;
}

/**
 * True if the longer command runs more, or changes more files, than the shorter one, whose number of effects is passed
 * as a function.
 */
function doesMore(longer: string, effectsOfShorter: () => number): boolean {
  const analysis = analyseCommand(longer, { shell: 'bash' });
  if (analysis.unreadable !== undefined) return false;
  const isAnything = analysis.programs.some((program) => findProgramNature(program) === 'anything');
  return isAnything || countEffects(analysis) > effectsOfShorter();
}

function countEffects({ programs, files }: CommandAnalysis): number {
  const changes = files.filter(({ tool }) => tool === 'write_to_file' || tool === 'delete_file');
  return programs.length + programs.flatMap(({ guarded }) => guarded).length + changes.length;
}
