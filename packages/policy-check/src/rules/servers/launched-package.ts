import type { ServerEntry } from '@modegate/project';
import { findLaunchedPackage, type LaunchedPackage } from '@modegate/shell-commands';

/**
 * Finds the package that a launcher such as `npx`, `uvx` or `docker run` fetches; undefined if the launcher does not
 * fetch a package, or if it is uncertain which package it fetches.
 */
export function findPackage(server: ServerEntry): LaunchedPackage | undefined {
  if (server.state === 'invalid' || server.config.type !== 'stdio') return undefined;
  const { command, args } = unwrapCmd(server.config);
  const launched = findLaunchedPackage(programName(command), args.list);
  return launched && { ...launched, index: launched.index + args.offset };
}

/** Returns the name of a program in lower case, without its folder or extension. */
export function programName(command: string): string {
  const name = command.slice(-300).split(/[\\/]/).at(-1) ?? '';
  return name.toLowerCase().replace(/\.(?:exe|cmd|bat|ps1)$/, '');
}

/** On Windows, npx is usually started with `cmd /c npx …`. */
function unwrapCmd({ command, args }: { readonly command: string; readonly args: readonly string[] }) {
  if (programName(command) !== 'cmd' || !/^\/[ck]$/i.test(args[0] ?? ''))
    return { command, args: { list: args, offset: 0 } };
  return { command: args[1] ?? '', args: { list: args.slice(2), offset: 2 } };
}
