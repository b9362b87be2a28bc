import type { Command } from 'commander';
import { resolveSettings, type Settings, type SettingsFlags } from './settings.ts';

/** The settings of a command below the program: its own flags win over those before it. */
export function settingsOf(command: Command): Settings {
  return resolveSettings({ ...command.optsWithGlobals<SettingsFlags>(), ...command.opts<SettingsFlags>() });
}
