/** A package or image that a command fetches and starts. */
export interface LaunchedPackage {
  readonly kind: 'npm' | 'python' | 'image';
  /** Name as written, including the version. */
  readonly name: string;
  /** Index of the argument that specifies the package or image. */
  readonly index: number;
  readonly isPinned: boolean;
}

/**
 * Finds the package that a launcher such as `npx`, `uvx` or `docker run` fetches; undefined if the launcher does not
 * fetch a package, or if it is uncertain which package it fetches.
 */
export function findLaunchedPackage(program: string, args: readonly string[]): LaunchedPackage | undefined {
  const launched = findAny(program, args);
  return launched === undefined || /[${}]/.test(launched.name) ? undefined : launched;
}

function findAny(program: string, args: readonly string[]): LaunchedPackage | undefined {
  if (program === 'npx' || program === 'bunx') return npm(args, 0);
  if (program === 'npm' && (args[0] === 'exec' || args[0] === 'x')) return npm(args, 1);
  if ((program === 'pnpm' || program === 'yarn') && args[0] === 'dlx') return npm(args, 1);
  if (program === 'bun' && args[0] === 'x') return npm(args, 1);
  if (program === 'uvx') return python(args, 0);
  if (program === 'pipx' && args[0] === 'run') return python(args, 1);
  if (program === 'uv' && args[0] === 'tool' && args[1] === 'run') return python(args, 2);
  if ((program === 'docker' || program === 'podman') && args[0] === 'run') return image(args);
  return undefined;
}

function npm(args: readonly string[], from: number): LaunchedPackage | undefined {
  const named = findOption(args, from, ['-p', '--package']);
  const index = named ?? firstOperand(args, from, ['-c', '--call', '--registry', '--prefix', '-w', '--workspace']);
  const spec = index === undefined ? undefined : args[index]?.replace(/^--package=/, '');
  if (index === undefined || spec === undefined || isLocal(spec)) return undefined;
  const version = /^(?:@[^/@]+\/)?[^@]+@(.+)$/.exec(spec)?.[1];
  const isPinned = version !== undefined && (/^v?\d+\.\d+\.\d+/.test(version) || /#[0-9a-f]{40}$/.test(version));
  return { kind: 'npm', name: spec, index, isPinned: isPinned || /#[0-9a-f]{40}$/.test(spec) };
}

function python(args: readonly string[], from: number): LaunchedPackage | undefined {
  const withValue = '-p --python --with --index --index-url --extra-index-url --spec --directory -w'.split(' ');
  const index = findOption(args, from, ['--from', '--spec']) ?? firstOperand(args, from, withValue);
  const spec = index === undefined ? undefined : args[index]?.replace(/^--(?:from|spec)=/, '');
  if (index === undefined || spec === undefined || isLocal(spec)) return undefined;
  const isPinned = /===?\s*\d|@v?\d+\.\d+|@[0-9a-f]{40}(?:$|#)/.test(spec);
  return { kind: 'python', name: spec, index, isPinned };
}

// Options of `docker run` that take no value; any other option takes the next argument as its value.
const dockerSwitches =
  /^(?:-[itdPq]+|--(?:rm|init|interactive|tty|detach|privileged|read-only|publish-all|no-healthcheck|quiet|oom-kill-disable|sig-proxy))$/;

function image(args: readonly string[]): LaunchedPackage | undefined {
  let index = 1;
  while (index < args.length) {
    const argument = args[index] ?? '';
    if (!argument.startsWith('-')) break;
    index += dockerSwitches.test(argument) || (argument.includes('=') && argument.startsWith('--')) ? 1 : 2;
  }
  const name = args[index];
  if (name === undefined || name === '' || /\s/.test(name)) return undefined;
  return { kind: 'image', name, index, isPinned: /@sha256:[0-9a-f]{64}$/.test(name) };
}

/** Returns the index of the argument that contains an option's value, including `--option=value`. */
function findOption(args: readonly string[], from: number, options: readonly string[]): number | undefined {
  const index = args.findIndex(
    (argument, at) => at >= from && options.some((option) => argument === option || argument.startsWith(`${option}=`)),
  );
  if (index === -1) return undefined;
  return args[index]?.includes('=') === true ? index : args[index + 1] === undefined ? undefined : index + 1;
}

function firstOperand(args: readonly string[], from: number, withValue: readonly string[]): number | undefined {
  for (let index = from; index < args.length; index++) {
    const argument = args[index] ?? '';
    if (argument === '--') return args[index + 1] === undefined ? undefined : index + 1;
    if (!argument.startsWith('-')) return index;
    if (withValue.includes(argument)) index++;
  }
  return undefined;
}

function isLocal(spec: string): boolean {
  return /^(?:\.{0,2}[\\/]|\.{1,2}$|~|file:|[A-Za-z]:[\\/])/.test(spec) || spec === '';
}
