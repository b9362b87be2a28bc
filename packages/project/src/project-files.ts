/** Result of reading a file. A reason is a clause that describes the file without revealing its content. */
export type FileReadResult =
  | { readonly state: 'read'; readonly text: string }
  | { readonly state: 'missing' }
  | {
      readonly state: 'unreadable';
      readonly code: 'FILE_UNREADABLE' | 'FILE_TOO_LARGE' | 'FILE_ENCODING' | 'FILE_OUTSIDE';
      readonly reason: string;
    };

/** Files at one point in time: in a folder, in a revision, or as texts in memory. */
export interface ProjectFiles {
  /**
   * Reads a file. Never rejects because of its content. @param path - Relative with `/`, or absolute if the user
   * specified an absolute path.
   */
  readonly read: (path: string) => Promise<FileReadResult>;
  /** Returns the name by which messages and rules refer to a file. */
  readonly show: (path: string) => string;
}

/** Creates files from texts keyed by path; for tests and environments without a file system. */
export function memoryFiles(texts: Readonly<Record<string, string>>): ProjectFiles {
  return {
    read: async (path) => {
      const text = Object.hasOwn(texts, path) ? texts[path] : undefined;
      return text === undefined ? { state: 'missing' } : { state: 'read', text };
    },
    show: (path) => path,
  };
}
