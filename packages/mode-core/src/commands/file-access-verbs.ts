import type { CommandFile } from './command-analyser.ts';

/**
 * @internal Verbs for the kinds of access that a command has to a file, keyed by the agent's tool with the same access.
 */
export const fileAccessVerbs = {
  read_file: 'reads',
  search_files: 'searches',
  list_files: 'lists',
  write_to_file: 'writes',
  delete_file: 'changes',
} as const satisfies Readonly<Record<CommandFile['tool'], string>>;

/** Verb for the kind of access that a command has to a file. */
export type FileAccessVerb = (typeof fileAccessVerbs)[keyof typeof fileAccessVerbs];
