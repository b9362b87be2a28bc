/** A command with its arguments. */
export interface CommandLine {
  readonly command: string;
  readonly args: readonly string[];
}

/** Script files on Windows, which cannot be started without a shell. */
const SCRIPT_COMMANDS: ReadonlySet<string> = new Set(['npx', 'npm', 'pnpm', 'pnpx', 'yarn', 'yarnpkg', 'corepack']);

/**
 * Prefixes `cmd /c` to a command that Windows cannot start without a shell: `npx` and its relatives, and any `.cmd` or
 * `.bat` file. On other platforms, and for any other command, changes nothing. Pure function.
 */
export function wrapCommandForWindows(command: string, args: readonly string[], platform: string): CommandLine {
  if (platform !== 'win32' || !isScript(command)) return { command, args: [...args] };
  return { command: 'cmd', args: ['/c', command, ...args] };
}

function isScript(command: string): boolean {
  const name = (command.split(/[\\/]/).at(-1) ?? '').toLowerCase();
  return SCRIPT_COMMANDS.has(name) || name.endsWith('.cmd') || name.endsWith('.bat');
}
