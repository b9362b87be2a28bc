import type { CommandFile } from './command-analyser.ts';

/** @internal Verbs for what a command does with a file, by the tool of the agent that has the same access. */
export const fileAccessVerbs = {
  read_file: 'reads',
  search_files: 'searches',
  list_files: 'lists',
  write_to_file: 'writes',
  delete_file: 'changes',
} as const satisfies Readonly<Record<CommandFile['tool'], string>>;

/** Verb for what a command does with a file. */
export type FileAccessVerb = (typeof fileAccessVerbs)[keyof typeof fileAccessVerbs];
