import { programName } from '../../commands/command-probes.ts';
import { javaScriptFiles } from './run-files/javascript.ts';
import { otherLanguageFiles } from './run-files/languages.ts';
import { pythonFiles } from './run-files/python.ts';
import type { RunFiles } from './run-files/run-files.ts';
import { toolFiles } from './run-files/tools.ts';

/** Files that must be written before a command that runs them. */
export interface RunFile {
  readonly files: readonly string[];
  readonly certainty: 'certain' | 'likely';
}

/**
 * Lists the files that a command runs, with the certain files before the likely ones; returns undefined if nothing is
 * known about the files that its program runs. If the program is given as a path, the command also runs the file at
 * that path, which is not in the list.
 */
export function listRunFiles(words: readonly string[]): readonly RunFile[] | undefined {
  const rows = listCommands(words).flatMap((command) => findRows(command).map((row) => ({ row, command })));
  if (rows.length === 0) return undefined;
  const list = (certainty: 'certain' | 'likely') =>
    rows.flatMap(({ row, command }) => {
      const alternatives = (certainty === 'certain' ? row.files : row.likely)?.split(' ') ?? [];
      return isExcepted(row, command)
        ? []
        : alternatives.map((files) => ({ files: fillIn(files, command), certainty }));
    });
  return [...list('certain'), ...list('likely')].filter(({ files }) => files.every(isRelativeName));
}

function isRelativeName(file: string): boolean {
  return file !== '' && !/^(?:[/~-]|\.\.)|\{/.test(file);
}

function findRows([program = '', ...words]: readonly string[]): readonly RunFiles[] {
  const name = programName(program);
  return tables
    .flat()
    .filter((row) => row.of.split(' ').includes(name) && (row.with === undefined || hasOneOf(words, row.with)));
}

/** True if the first operand, or any option, is in a list. */
function hasOneOf(words: readonly string[], list: string): boolean {
  const operand = words.find((word) => !word.startsWith('-'));
  const wanted = list.split(' ');
  return wanted.includes(operand ?? '') || words.some((word) => word.startsWith('-') && wanted.includes(word));
}

function isExcepted({ except }: RunFiles, words: readonly string[]): boolean {
  return except?.split(' ').some((word) => words.includes(word)) === true;
}

function fillIn(files: string, words: readonly string[]): readonly string[] {
  const names: Readonly<Record<string, string | undefined>> = {
    operand: words.slice(1).find((word) => !word.startsWith('-')),
    last: words.length > 1 ? words.at(-1) : undefined,
    module: words.includes('-m') ? words[words.indexOf('-m') + 1]?.replaceAll('.', '/') : undefined,
  };
  return files.replaceAll(/\{(\w+)\}/g, (place, name: string) => names[name] ?? place).split('+');
}

/** Lists the command and the commands that it starts in turn: `npx eslint`, `uv run pytest`, `python -m pytest`. */
function listCommands(words: readonly string[]): readonly (readonly string[])[] {
  const [program = '', ...rest] = words;
  const name = programName(program);
  const isModule = name === 'python' && rest[0] === '-m';
  const starts = isModule || runsNext.has(`${name} ${rest[0]}`) ? 2 : runsFirst.has(name) ? 1 : 0;
  const inner = words.slice(starts);
  return starts === 0 || inner.length === 0 ? [words] : [words, ...listCommands(inner)];
}

const runsFirst: ReadonlySet<string> = new Set('npx pnpx bunx pnpm yarn bun'.split(' '));
const runsNext: ReadonlySet<string> = new Set(
  [
    'npm exec, npm x, pnpm exec, pnpm dlx, yarn exec, yarn dlx, yarn run, bun x, bun run, uv run, poetry run, pipenv run',
    'pdm run, hatch run, bundle exec, coverage run, deno run, mise exec, rye run',
  ].flatMap((list) => list.split(', ')),
);

const tables: readonly (readonly RunFiles[])[] = [javaScriptFiles, pythonFiles, otherLanguageFiles, toolFiles];
