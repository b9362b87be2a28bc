/** Files of a project and of its user, as text, with the folders against which paths are resolved. */
export interface PermissionFiles {
  /** Absolute path of the root folder of the repository, or of the project folder if there is no repository. */
  readonly project: string;
  /** Absolute path of the user's home folder; undefined if the user's files are not read. */
  readonly home: string | undefined;
  readonly files: readonly PermissionFile[];
}

/** A file that an agent reads. */
export interface PermissionFile {
  /** Absolute path, with forward slashes. */
  readonly path: string;
  readonly text: string;
  /** Path as displayed to users. */
  readonly name: string;
  /** True if git ignores the file; set only for a project file. Default: unknown. */
  readonly isIgnored?: boolean | undefined;
}

/** A fault in a file, and the agent's reaction to it. */
export interface PermissionFileProblem {
  readonly code: string;
  readonly severity: 'error' | 'warning' | 'info';
  /** Describes the fault, the agent's reaction, and the fix. */
  readonly message: string;
  readonly file: string;
  /** Line number; line and column start at 1. */
  readonly line: number;
  readonly column: number;
  /** A change that removes the fault from the file. */
  readonly fix?: PermissionFix | undefined;
}

/** A change to one file. */
export interface PermissionFix {
  /** Sentence that describes the fix: "Write 'Edit(secrets/**)'." */
  readonly description: string;
  readonly edits: readonly PermissionEdit[];
  /** True if the fix certainly does what the author intended. */
  readonly isSafe: boolean;
  /** True if the agent would answer every call as before; false if it might refuse more calls. */
  readonly isNeutral: boolean;
}

/** A part of the text to replace; offsets count UTF-16 code units, including a byte order mark. */
export interface PermissionEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}
