import { posix } from 'node:path';
import type { CommandAnalysis, ProgramRun, ShellWord } from '@modegate/shell-commands';
import type { ScriptRun, StartedProcess } from './run-scripts.ts';

/** Result of comparing a run with the analysis of its text. */
export interface Comparison {
  /** Programs and files that were run or written but that the analysis lacks. */
  readonly differences: readonly string[];
  readonly programs: number;
  /** Programs for which the analysis has every word. */
  readonly literalPrograms: number;
  readonly files: number;
  /** Files for which the analysis has the path. */
  readonly literalFiles: number;
}

const project = '/w';

/** Compares the actions of a script in the folder `/w` with its analysis. */
export function compareRun({ programs, files }: CommandAnalysis, run: ScriptRun): Comparison {
  const differences: string[] = [];
  let literalPrograms = 0;
  for (const started of run.programs) {
    const found = programs.filter((program) => covers(program, started));
    if (found.length === 0)
      differences.push(`ran ${JSON.stringify([started.name, ...started.arguments])} in ${started.folder}`);
    if (found.some(({ words }) => words.every(({ kind }) => kind === 'literal'))) literalPrograms++;
  }
  const written = files.filter(({ tool }) => tool === 'write_to_file' || tool === 'delete_file');
  const isOpen = written.some(({ path }) => path === undefined);
  let literalFiles = 0;
  for (const path of run.changed) {
    const isKnown = written.some((file) => file.path !== undefined && holds(file.tool, resolve(file.path), path));
    if (isKnown) literalFiles++;
    else if (!isOpen) differences.push(`changed ${path}`);
  }
  return { differences, programs: run.programs.length, literalPrograms, files: run.changed.length, literalFiles };
}

/** True if a judged access covers a change: folders on the way to a file are created with it. */
function holds(tool: string, judged: string, changed: string): boolean {
  const isBelow = tool === 'delete_file' && changed.startsWith(`${judged}/`);
  return isBelow || judged === changed || (changed.endsWith('/') && `${judged}/`.startsWith(changed));
}

function resolve(path: string): string {
  return posix.resolve(project, path);
}

function covers({ words: [program, ...words] }: ProgramRun, started: StartedProcess): boolean {
  return program !== undefined && isNamed(program.value, started) && coversWords(words, started.arguments);
}

/** Compares names: a program without a path is looked up; one with a path is relative to the folder at its place. */
function isNamed(judged: string, { name, folder }: StartedProcess): boolean {
  if (judged.includes('/'))
    return (
      resolve(judged).replace(/^\/bin\//, '/usr/bin/') === posix.resolve(folder, name).replace(/^\/bin\//, '/usr/bin/')
    );
  return name === judged || name === `/usr/bin/${judged}` || name === `/bin/${judged}`;
}

function coversWords(words: readonly ShellWord[], given: readonly string[]): boolean {
  // Numbers of arguments that the words read so far can stand for.
  let counts = new Set([0]);
  for (const word of words) {
    const next = new Set<number>();
    for (const count of counts) for (const end of endsOf(word, given, count)) next.add(end);
    counts = next;
  }
  return counts.has(given.length);
}

function endsOf({ kind, value }: ShellWord, given: readonly string[], start: number): readonly number[] {
  const first = given[start];
  if (kind === 'literal') return first === value ? [start + 1] : [];
  if (kind === 'one') return first?.startsWith(value) === true ? [start + 1] : [];
  const ends = value === '' ? [start] : [];
  for (
    let end = start;
    end < given.length && ((kind === 'many' && end > start) || given[end]?.startsWith(value) === true);
    end++
  )
    ends.push(end + 1);
  return ends;
}
