/** The result of reading a file. A reason is a clause about the file, without its content. */
export type FileReadResult =
  | { readonly state: 'read'; readonly text: string }
  | { readonly state: 'missing' }
  | {
      readonly state: 'unreadable';
      readonly code: 'FILE_UNREADABLE' | 'FILE_TOO_LARGE' | 'FILE_ENCODING' | 'FILE_OUTSIDE';
      readonly reason: string;
    };

/** The files of one place at one moment: a folder, a revision, or texts in memory. */
export interface ProjectFiles {
  /** The text of a file. Never rejects for what a file is. @param path - Relative with `/`, or absolute where a person named it so. */
  readonly read: (path: string) => Promise<FileReadResult>;
  /** What messages and rules call a file. */
  readonly show: (path: string) => string;
}

/** Files that are only texts, by their paths; for tests, and where there is no file system. */
export function memoryFiles(texts: Readonly<Record<string, string>>): ProjectFiles {
  return {
    read: async (path) => {
      const text = Object.hasOwn(texts, path) ? texts[path] : undefined;
      return text === undefined ? { state: 'missing' } : { state: 'read', text };
    },
    show: (path) => path,
  };
}
