import type { Command } from 'commander';
import { resolveSettings, type Settings } from './settings.ts';
import type { SettingsFlags } from './settings-reader.ts';

/** Resolves the settings for a subcommand: its own flags override the flags that precede the subcommand. */
export function settingsOf(command: Command): Settings {
  return resolveSettings({ ...command.optsWithGlobals<SettingsFlags>(), ...command.opts<SettingsFlags>() });
}
