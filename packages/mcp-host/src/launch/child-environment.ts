/** The variables that a process gets from ours on POSIX systems. */
const POSIX_NAMES = ['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER'] as const;

/** The same on Windows, where names have no case. */
const WINDOWS_NAMES = [
  'APPDATA',
  'HOMEDRIVE',
  'HOMEPATH',
  'LOCALAPPDATA',
  'PATH',
  'PROCESSOR_ARCHITECTURE',
  'PROGRAMFILES',
  'SYSTEMDRIVE',
  'SYSTEMROOT',
  'TEMP',
  'USERNAME',
  'USERPROFILE',
] as const;

export interface ChildEnvironmentParts {
  /** The environment that we were started with. */
  readonly inherited: Readonly<Record<string, string | undefined>>;
  /** The `env` of the server's entry, variables substituted. */
  readonly own: Readonly<Record<string, string>>;
  readonly platform: NodeJS.Platform;
}

/**
 * Creates the whole environment of a server's process: the few inherited variables that are not secret (the list of the
 * MCP SDK), the entry's own, and `MODEGATE_GATEWAY=1`, by which a gateway that is started by a gateway knows it.
 */
export function createChildEnvironment({ inherited, own, platform }: ChildEnvironmentParts): Record<string, string> {
  const windows = platform === 'win32';
  const names: ReadonlySet<string> = new Set(windows ? WINDOWS_NAMES : POSIX_NAMES);
  const keyOf = (name: string): string => (windows ? name.toUpperCase() : name);
  const owned = new Set(Object.keys(own).map(keyOf));
  const taken = Object.entries(inherited).filter(
    (variable): variable is [string, string] =>
      names.has(keyOf(variable[0])) && !owned.has(keyOf(variable[0])) && isPlain(variable[1]),
  );
  return { ...Object.fromEntries(taken), ...own, MODEGATE_GATEWAY: '1' };
}

// A value that begins so is a function that some shells export, and run again in every child.
function isPlain(value: string | undefined): boolean {
  return value !== undefined && !value.startsWith('()');
}
