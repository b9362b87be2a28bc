/** What `modegate hook install` writes at the beginning of the plugin that it copies. */
export interface InstalledSettings {
  /** Absolute folder of the project. Default: found upwards from the folder of the session. */
  readonly projectRoot?: string;
  /** The mode of this plugin. Default: what `modegate mode use` sets. */
  readonly mode?: string;
}

/** The name under which they stand there. */
export const settingsName = 'modegateInstalled';
