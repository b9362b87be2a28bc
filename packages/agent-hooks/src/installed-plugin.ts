import type { PluginAgent } from './agent-names.ts';

/** The location from which an agent loads plugins. */
export interface InstalledPlugin {
  /** Path of the file for each scope, relative to the project or the user's home folder. */
  readonly files: Readonly<Record<'project' | 'global', string>>;
  /** Number of consecutive refusals after which the agent ends its run. By default, refusals do not end the run. */
  readonly maxRefusals?: number;
  /**
   * Warnings for the user about cases in which the plugin is skipped, or in which calls are allowed because of a
   * failure.
   */
  readonly warnings: readonly string[];
}

const dropped = 'keeps running if a plugin does not load: test it with a call that must be refused.';

/** The plugin for each agent that supports plugins. */
export const installedPlugins: Readonly<Record<PluginAgent, InstalledPlugin>> = {
  cline: {
    files: { project: '.cline/plugins/modegate.js', global: '.cline/plugins/modegate.js' },
    maxRefusals: 3,
    warnings: [
      `Cline ${dropped}`,
      'Cline drops all plugins when any of them, whether this one or another, takes more than four seconds to start, which can happen on a busy machine. No Cline setting changes this limit. Set CLINE_PLUGIN_IMPORT_TIMEOUT_MS=60000 in the environment in which you start Cline.',
      'Cline gives its subagents numbers instead of names, so they all work in the active mode.',
    ],
  },
  kilo: {
    files: { project: '.kilo/plugin/modegate.js', global: '.config/kilo/plugin/modegate.js' },
    warnings: [`Kilo ${dropped}`, 'Kilo loads no plugins with --pure or KILO_PURE=1.'],
  },
  opencode: {
    files: { project: '.opencode/plugins/modegate.js', global: '.config/opencode/plugins/modegate.js' },
    warnings: [`opencode ${dropped}`, 'opencode loads no plugins with --pure or OPENCODE_PURE=1.'],
  },
};
