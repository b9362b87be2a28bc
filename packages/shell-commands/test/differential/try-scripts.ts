import { analyseCommand, type CommandAnalysis, type ProgramRun } from '@modegate/shell-commands';
import { type Comparison, compareRun } from './compare-run.ts';
import { generateScript } from './generate-script.ts';
import { mutateScript } from './mutate-script.ts';
import { Random } from './random.ts';
import { runScripts } from './run-scripts.ts';
import { tricks } from './tricks.ts';

/** Figures for a number of scripts that were analysed, and run if they could be read. */
export interface Figures {
  scripts: number;
  readable: number;
  /** Scripts that started at least one program. */
  ran: number;
  programs: number;
  literalPrograms: number;
  files: number;
  literalFiles: number;
  timeouts: number;
  readonly differences: { readonly script: string; readonly found: readonly string[] }[];
}

/** Generates scripts from a seed: a third unchanged, a third changed, a third combined from tricks. */
export function generateScripts(seed: number, count: number): readonly string[] {
  const random = new Random(seed);
  const pickTrick = (): string => random.pick(tricks);
  return Array.from({ length: count }, () => {
    const base = random.isTrue(30) ? pickTrick() : generateScript(random);
    if (random.isTrue(45)) return base;
    return mutateScript(random, base, random.isTrue(50) ? pickTrick() : generateScript(random));
  });
}

/** Analyses scripts, runs in a sandbox those that can be read, and compares. */
export async function tryScripts(shell: 'bash' | 'sh', scripts: readonly string[]): Promise<Figures> {
  const read = scripts
    .map((script) => ({ script, analysis: analyseCommand(script, { shell }) }))
    .filter(({ analysis }) => analysis.unreadable === undefined && !analysis.programs.some(canDoAnything))
    .filter(({ analysis }) => !runsWhatItWrites(analysis));
  const figures: Figures = {
    scripts: scripts.length,
    readable: read.length,
    ran: 0,
    programs: 0,
    literalPrograms: 0,
    files: 0,
    literalFiles: 0,
    timeouts: 0,
    differences: [],
  };
  const runs = await runScripts(
    shell,
    read.map(({ script }) => script),
  );
  for (const [index, run] of runs.entries()) {
    const { script, analysis } = read[index] as { readonly script: string; readonly analysis: CommandAnalysis };
    const comparison = compareRun(analysis, run);
    add(figures, comparison);
    if (run.programs.length > 0) figures.ran++;
    if (run.isTimeout) figures.timeouts++;
    if (comparison.differences.length > 0) figures.differences.push({ script, found: comparison.differences });
  }
  return figures;
}

/** True for a shell that reads its text from a file, from its input, or from a variable. */
function canDoAnything({ words: [program], need }: ProgramRun): boolean {
  return need === 'rule' && /(?:^|\/)(?:ba|da|)sh$/.test(program?.value ?? '');
}

/**
 * True if a script runs a file that it writes: the effects are in the file, and depend on which of the two comes first.
 */
function runsWhatItWrites({ programs, files }: CommandAnalysis): boolean {
  const written = new Set(files.filter(({ tool }) => tool !== 'read_file').map(({ path = '' }) => nameOf(path)));
  return programs.some(({ words: [program] }) => program?.value.includes('/') && written.has(nameOf(program.value)));
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function add(figures: Figures, { programs, literalPrograms, files, literalFiles }: Comparison): void {
  figures.programs += programs;
  figures.literalPrograms += literalPrograms;
  figures.files += files;
  figures.literalFiles += literalFiles;
}

/** Adds up figures. */
export function addFigures(all: readonly Figures[]): Figures {
  const sum = (key: Exclude<keyof Figures, 'differences'>): number => all.reduce((total, one) => total + one[key], 0);
  return {
    scripts: sum('scripts'),
    readable: sum('readable'),
    ran: sum('ran'),
    programs: sum('programs'),
    literalPrograms: sum('literalPrograms'),
    files: sum('files'),
    literalFiles: sum('literalFiles'),
    timeouts: sum('timeouts'),
    differences: all.flatMap(({ differences }) => differences),
  };
}
