import type { CommandLine } from './windows-command.ts';

const BINARY = 'modes-server';

/** `@modegate/modes-server`, with or without a version. */
const PACKAGE_SPEC = /^@modegate\/modes-server(?:@.*)?$/iu;
/** A file in the installed package, or a link to such a file in a folder of binaries. */
const INSTALLED = /(?:^|\/)(?:@modegate\/modes-server|\.bin\/modes-server(?:\.[a-z0-9]+)?$)(?:\/|$)/iu;

const PACKAGE_RUNNERS: ReadonlySet<string> = new Set(['npx', 'npm', 'pnpm', 'pnpx', 'yarn', 'bunx', 'bun', 'corepack']);
const SCRIPT_RUNNERS: ReadonlySet<string> = new Set(['node', 'bun', 'deno', 'tsx']);
const SHELLS: ReadonlySet<string> = new Set(['sh', 'bash', 'zsh', 'dash', 'cmd', 'env', 'powershell', 'pwsh']);

/** Maximum number of a runner's operands to check: `exec` or the value of a flag may precede the package. */
const OPERANDS = 3;

/** Maximum length of a shell script to check. */
const LONGEST_SCRIPT = 10_000;

/**
 * True if a command line starts modes-server: by its package, its binary, a runner or shell before either, or one of
 * the scripts of this process. A server that merely receives such a name as an argument does not match. Pure function.
 */
export function startsModesServer({ command, args }: CommandLine, ownScripts: readonly string[] = []): boolean {
  const own = new Set(ownScripts.map(withSlashes));
  if ([command, ...args].some((word) => own.has(withSlashes(word)))) return true;
  return runsPackage([command, ...args]);
}

function runsPackage(words: readonly string[]): boolean {
  const [command = '', ...args] = words;
  const name = programName(command);
  if (name === BINARY || INSTALLED.test(withSlashes(command))) return true;
  if (SHELLS.has(name)) return runsInShell(args);
  const operands = args.filter((word) => !word.startsWith('-')).slice(0, OPERANDS);
  if (SCRIPT_RUNNERS.has(name) && operands.some((word) => INSTALLED.test(withSlashes(word)))) return true;
  return PACKAGE_RUNNERS.has(name) && packageWords(args, operands).some(isPackageWord);
}

/**
 * Returns the words that a package runner may treat as a package: its first operands, and the values of `--package=…`.
 */
function packageWords(args: readonly string[], operands: readonly string[]): readonly string[] {
  const packages = args.filter((word) => word.startsWith('--package=')).map((word) => word.slice('--package='.length));
  return [...operands, ...packages];
}

function isPackageWord(word: string): boolean {
  return word === BINARY || PACKAGE_SPEC.test(word);
}

/** A shell's arguments are the words of one command line, or complete command lines. */
function runsInShell(args: readonly string[]): boolean {
  const script = args.join(' ').slice(0, LONGEST_SCRIPT);
  return script.split(/[;&|\r\n]+/u).some((line) => {
    const words = line.split(/[\s"']+/u).filter((word) => word !== '');
    // The shell's flags and the command's variables precede the command itself.
    const start = words.findIndex((word) => !/^(?:[-/][a-z]+$|-|exec$|\w+=)/iu.test(word));
    return start >= 0 && !SHELLS.has(programName(words[start] ?? '')) && runsPackage(words.slice(start));
  });
}

/** Returns the last part of a path in lower case, without the extension of a Windows program. */
function programName(command: string): string {
  const name = withSlashes(command).split('/').at(-1) ?? '';
  return name.toLowerCase().replace(/\.(?:exe|cmd|bat|ps1)$/u, '');
}

function withSlashes(path: string): string {
  return path.replaceAll('\\', '/');
}
