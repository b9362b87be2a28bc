import { createFolder } from '../../packages/cli-kit/src/testing/index.ts';

/** What differs between the modes that hooks are tried with. */
export interface HookModes {
  /** The files of `notes`, as in YAML. Default: those that end with `.txt`. */
  readonly notes?: string;
  /** Lines that `docs` has behind its limit of files, which is on line 7. */
  readonly docs?: string;
}

/** A modes file: `docs` may write below `docs/`, and `notes` its own files. */
export function hookModes({ notes = '\\.txt$', docs = '' }: HookModes = {}): string {
  return `customModes:
  - slug: docs
    name: Docs
    roleDefinition: You write documents.
    groups:
      - read
      - [edit, { fileRegex: ^docs/ }]
${docs}  - slug: notes
    name: Notes
    roleDefinition: You write notes.
    groups:
      - read
      - [edit, { fileRegex: ${notes} }]
`;
}

/** A folder with these modes, a file for each kind of answer, and what else is given. */
export function createHookProject(files: Readonly<Record<string, string>> = {}): string {
  return createFolder({
    '.git/HEAD': 'ref: refs/heads/main\n',
    '.roomodes': hookModes(),
    'docs/a.md': '',
    'src/a.ts': '',
    ...files,
  });
}
