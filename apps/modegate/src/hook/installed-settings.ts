/** Settings that `modegate hook install` writes into a hook or plugin. */
export interface InstalledSettings {
  /** Absolute folder of the project. Default: found upwards from the session's folder. */
  readonly projectRoot?: string | undefined;
  /** Mode of this hook. Default: the one set by `modegate mode use`. */
  readonly mode?: string | undefined;
  /** Absolute folder of the user's choices at installation; the agent's environment may name another one later. */
  readonly state?: string | undefined;
  /** Absolute file that logs every decision. Default: none. */
  readonly auditLog?: string | undefined;
  /** Absolute Unix socket of the modes-server that decides. Default: the hook decides itself. */
  readonly socket?: string | undefined;
}

/** Name of these settings in a plugin. */
export const settingsName = 'modegateInstalled';
