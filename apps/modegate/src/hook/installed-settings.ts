/** What `modegate hook install` gives the hook or plugin of an agent along. */
export interface InstalledSettings {
  /** Absolute folder of the project. Default: found upwards from the folder of the session. */
  readonly projectRoot?: string | undefined;
  /** The mode of this hook. Default: what `modegate mode use` sets. */
  readonly mode?: string | undefined;
  /** Absolute folder of what the user has chosen, as it was at the installation: an agent's own environment may name another one. */
  readonly state?: string | undefined;
  /** Absolute file that every decision is written to. Default: none is. */
  readonly auditLog?: string | undefined;
  /** Absolute Unix socket of the modes-server that decides. Default: the hook decides itself. */
  readonly socket?: string | undefined;
}

/** The name under which a plugin finds them. */
export const settingsName = 'modegateInstalled';
