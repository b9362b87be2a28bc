/** Settings that `modegate hook install` passes to an agent's hook or plugin. */
export interface InstalledSettings {
  /** Absolute path of the project folder. Default: found upwards from the session's folder. */
  readonly projectRoot?: string | undefined;
  /** The mode of this hook. Default: the mode set by `modegate mode use`. */
  readonly mode?: string | undefined;
  /**
   * Absolute path of the folder that held the user's choices at the time of installation; the agent's own environment
   * may name a different one.
   */
  readonly state?: string | undefined;
  /** Absolute path of the file to which every decision is written. Default: none. */
  readonly auditLog?: string | undefined;
  /** Absolute path of the Unix socket of the modes-server that decides. By default, the hook itself decides. */
  readonly socket?: string | undefined;
}

/** Name under which a plugin finds the settings. */
export const settingsName = 'modegateInstalled';
