/** Files of a project and its user, as text, with the folders that their paths are relative to. */
export interface PermissionFiles {
  /** Absolute folder in which the repository begins, or the project's folder without one. */
  readonly project: string;
  /** Absolute home folder of the user; undefined if the user's files are not read. */
  readonly home: string | undefined;
  readonly files: readonly PermissionFile[];
}

/** A file that an agent reads. */
export interface PermissionFile {
  /** Absolute path, with forward slashes. */
  readonly path: string;
  readonly text: string;
  /** Path as shown to people. */
  readonly name: string;
}

/** A fault in a file, and what the agent does about it. */
export interface PermissionFileProblem {
  readonly code: string;
  readonly severity: 'error' | 'warning' | 'info';
  /** Says what is wrong, what the agent does with it, and the fix. */
  readonly message: string;
  readonly file: string;
  /** Both start at 1. */
  readonly line: number;
  readonly column: number;
}
