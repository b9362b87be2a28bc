import type { Command } from 'commander';
import { resolveSettings, type Settings, type SettingsFlags } from './settings.ts';

/** Resolves the settings of a subcommand: its own flags override the flags before the subcommand. */
export function settingsOf(command: Command): Settings {
  return resolveSettings({ ...command.optsWithGlobals<SettingsFlags>(), ...command.opts<SettingsFlags>() });
}
