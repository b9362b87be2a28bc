/** Files of a project and its user, as text, with the folders to which their paths are relative. */
export interface PermissionFiles {
  /** Absolute folder of the repository's root, or the project's folder if there is no repository. */
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
  /** For a project file: true if git ignores it. Default: unknown. */
  readonly isIgnored?: boolean | undefined;
}

/** A fault in a file, and the agent's reaction to it. */
export interface PermissionFileProblem {
  readonly code: string;
  readonly severity: 'error' | 'warning' | 'info';
  /** Describes the fault, the agent's reaction, and the fix. */
  readonly message: string;
  readonly file: string;
  /** Both start at 1. */
  readonly line: number;
  readonly column: number;
  /** A change to the file that removes the fault. */
  readonly fix?: PermissionFix | undefined;
}

/** A change of one file. */
export interface PermissionFix {
  /** Sentence that describes the fix: "Write 'Edit(secrets/**)'." */
  readonly description: string;
  readonly edits: readonly PermissionEdit[];
  /** True if the fix certainly does what the author meant. */
  readonly isSafe: boolean;
  /** True if the agent answers every call as before; false if it may refuse more. */
  readonly isNeutral: boolean;
}

/** A part of a text to replace; offsets count UTF-16 units, a byte order mark included. */
export interface PermissionEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}
