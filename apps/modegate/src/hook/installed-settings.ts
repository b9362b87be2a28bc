/** What `modegate hook install` gives the hook or plugin of an agent along. */
export interface InstalledSettings {
  /** Absolute folder of the project. Default: found upwards from the folder of the session. */
  readonly projectRoot?: string | undefined;
  /** The mode of this hook. Default: what `modegate mode use` sets. */
  readonly mode?: string | undefined;
  /** Absolute file that every decision is written to. Default: none is. */
  readonly auditLog?: string | undefined;
}

/** The name under which a plugin finds them. */
export const settingsName = 'modegateInstalled';
