/** Environment variables that a process inherits on POSIX systems. */
const POSIX_NAMES = ['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER'] as const;

/** Environment variables that a process inherits on Windows, where names are case-insensitive. */
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
  /** The environment of this process. */
  readonly inherited: Readonly<Record<string, string | undefined>>;
  /** The `env` of the server's entry, with variables substituted. */
  readonly own: Readonly<Record<string, string>>;
  readonly platform: NodeJS.Platform;
}

/**
 * Creates the complete environment for a server process: a few inherited variables that are not secret (the MCP SDK's
 * list), the variables from the entry, and `MODEGATE_GATEWAY=1`, which tells a nested gateway that it was started by
 * another gateway.
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

// True for a plain value. Other values are shell functions, which some shells export and run again in every child
// process.
function isPlain(value: string | undefined): boolean {
  return value !== undefined && !value.startsWith('()');
}
