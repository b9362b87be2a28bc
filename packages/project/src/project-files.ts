/** Result of reading a file. A reason is a clause about the file, without its content. */
export type FileReadResult =
  | { readonly state: 'read'; readonly text: string }
  | { readonly state: 'missing' }
  | {
      readonly state: 'unreadable';
      readonly code: 'FILE_UNREADABLE' | 'FILE_TOO_LARGE' | 'FILE_ENCODING' | 'FILE_OUTSIDE';
      readonly reason: string;
    };

/** Files at one point in time: a folder, a revision, or texts in memory. */
export interface ProjectFiles {
  /**
   * Reads a file. Never rejects because of its content. @param path - Relative with `/`, or absolute if the user
   * specified it that way.
   */
  readonly read: (path: string) => Promise<FileReadResult>;
  /** Returns the name of a file for messages and rules. */
  readonly show: (path: string) => string;
}

/** Files created from texts keyed by path; for tests and environments without a file system. */
export function memoryFiles(texts: Readonly<Record<string, string>>): ProjectFiles {
  return {
    read: async (path) => {
      const text = Object.hasOwn(texts, path) ? texts[path] : undefined;
      return text === undefined ? { state: 'missing' } : { state: 'read', text };
    },
    show: (path) => path,
  };
}
