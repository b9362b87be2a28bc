/**
 * Every code that a {@link ConfigProblem} can carry, and what it means.
 *
 * `file-*`, `syntax-error`, `nesting-too-deep`, `root-not-object`, `servers-not-object`, `servers-too-many` and `root-misspelt` mean that
 * nothing in the file is trusted: the file counts as unreadable.
 */
export const CONFIG_PROBLEM_CODES = {
  'file-missing': 'A file that was asked for by name does not exist.',
  'file-unreadable': 'The file exists but could not be read, or is not a regular file.',
  'file-too-large': 'The file is larger than 4 MiB.',
  'file-encoding': 'The file is not valid UTF-8.',
  'file-empty': 'The file holds no JSON value.',
  'syntax-error': 'The text is not JSON, even with comments and trailing commas allowed.',
  'nesting-too-deep': 'The text nests deeper than 100 levels.',
  'root-not-object': 'The root of the file is not an object.',
  'root-misspelt': 'The root has no servers, but a key that looks like a misspelt "mcpServers" or "servers".',
  'root-foreign': 'The servers stand under a key that this client does not read.',
  'root-ambiguous': 'The root has servers under more than one key; only one of them is read.',
  'servers-missing': 'The root has no key that holds servers.',
  'servers-not-object': 'The value that should map names to servers is not an object.',
  'servers-too-many': 'The file has more than 1,000 servers.',
  'bare-map': 'The root itself was read as the map of servers.',
  'plain-json-required': 'The file has comments, trailing commas or a byte order mark, which its client refuses.',
  'duplicate-key': 'A key occurs twice in one object; the last one counts, as in JSON.parse.',
  'entry-not-object': 'A server entry is not an object.',
  'entry-too-large': 'A server entry has more than 10,000 keys and values.',
  'transport-missing': 'A server entry has neither "command" nor "url".',
  'transport-mixed': 'A server entry mixes fields of local and remote servers.',
  'type-missing': 'A server entry has "url" but no "type".',
  'type-unknown': 'A server entry has a "type" that no transport answers to.',
  'type-mismatch': 'The "type" of a server entry does not fit its "command" or "url".',
  'field-invalid': 'A field has a value of the wrong kind.',
  'field-ignored': 'A field has no meaning for this entry and is ignored.',
  'key-unknown': 'A key that this reader does not know; it is kept.',
  'key-misspelt': 'A key that looks like a misspelt or foreign name of a known one, and has no effect.',
  shadowed: 'A server of the same name in a file of higher precedence hides this one.',
  'name-collision': 'Two names become one when reduced to letters, digits, "_" and "-".',
} as const;

/** The code of a {@link ConfigProblem}. */
export type ConfigProblemCode = keyof typeof CONFIG_PROBLEM_CODES;

/** How much a problem matters: an error changes what is allowed or loses data, a warning surprises, info explains. */
export type ConfigProblemSeverity = 'error' | 'warning' | 'info';

/** A place in a configuration file. */
export interface Position {
  /** Counted from 1. */
  readonly line: number;
  /** Counted from 1, in UTF-16 units; a byte order mark is not counted. */
  readonly column: number;
}

/** Something in a server configuration that its author should know. Never holds a value from `env`, `headers` or `args`. */
export interface ConfigProblem extends Position {
  readonly code: ConfigProblemCode;
  readonly severity: ConfigProblemSeverity;
  /** What happened, what was expected and the nearest fix. */
  readonly message: string;
  readonly file: string;
  /** JSON pointer (RFC 6901) into the file; `''` is the whole file. */
  readonly pointer: string;
  /** The server that it is about, when it is about one. */
  readonly server?: string;
}
