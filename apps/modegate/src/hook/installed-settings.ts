/** Settings that `modegate hook install` passes to an agent's hook or plugin. */
export interface InstalledSettings {
  /** Absolute path of the project folder. Default: found by searching upwards from the session's folder. */
  readonly projectRoot?: string | undefined;
  /** The mode that this hook applies. Default: the mode set by `modegate mode use`. */
  readonly mode?: string | undefined;
  /**
   * Absolute path of the folder that contained the user's choices at the time of installation; the agent's own
   * environment may specify a different folder.
   */
  readonly state?: string | undefined;
  /** Absolute path of the file to which every decision is written. Default: none. */
  readonly auditLog?: string | undefined;
  /**
   * Absolute path of the Unix socket of the modes-server that evaluates calls. By default, the hook evaluates calls
   * itself.
   */
  readonly socket?: string | undefined;
}

/** Name of the variable in which a plugin finds its settings. */
export const settingsName = 'modegateInstalled';
