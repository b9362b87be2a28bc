import type { Command } from 'commander';
import { expandPath } from '../setting-values.ts';
import type { InstalledServer, InstallFlags } from './installed-server.ts';

/** Returns the serving options from the command line, except those covered by the server's own arguments. */
export function givenOptions<Flags extends InstallFlags>(
  program: Command,
  { ownOptions, pathOptions }: InstalledServer<Flags>,
): readonly string[] {
  return program.options.flatMap((option) => {
    const { long } = option;
    const name = option.attributeName();
    if (typeof long !== 'string' || ownOptions.includes(long)) return [];
    if (program.getOptionValueSource(name) !== 'cli') return [];
    const value: unknown = program.getOptionValue(name);
    if (typeof value === 'boolean') return value === option.negate ? [] : [long];
    const texts = (Array.isArray(value) ? value : [value]).map(String);
    return texts.flatMap((text) => [long, pathOptions.includes(long) ? expandPath(text) : text]);
  });
}
