import * as z from 'zod';

const NAME = /^\S(?:[\s\S]*\S)?$/;
const LITERAL = /^[^\s*?](?:[^*?]*[^\s*?])?$/;
const LITERAL_OR_ALL = /^(?:\*|[^\s*?](?:[^*?]*[^\s*?])?)$/;

/** Tool names that may contain the wildcards `*` and `?`. A name surrounded by white space would never match. */
export const toolNameList = listOf(NAME, 'expected a tool name without white space around it');

/** Tool names without wildcards. */
export const literalToolNames = listOf(
  LITERAL,
  'expected a tool name without wildcards, which this key does not support, and without white space around it',
);

/** A list of tool names without wildcards, or a single `*` for all tools. */
export const literalToolNamesOrAll = listOf(
  LITERAL_OR_ALL,
  'expected a tool name without white space around it, or "*" for all tools',
);

function listOf(pattern: RegExp, error: string) {
  return z.array(z.string().regex(pattern, { error }));
}
