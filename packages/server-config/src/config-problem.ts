import type { TextPosition } from '@modegate/json';

/**
 * Every code of a {@link ConfigProblem}, with its meaning.
 *
 * With `FILE_*`, `SYNTAX_ERROR`, `NESTING_TOO_DEEP`, `ROOT_NOT_OBJECT`, `SERVERS_NOT_OBJECT`, `SERVERS_TOO_MANY` and
 * `ROOT_MISSPELT`, nothing in the file is trusted, and the file is treated as unreadable.
 */
export const CONFIG_PROBLEM_CODES = {
  FILE_MISSING: 'A file that was requested by name does not exist.',
  FILE_UNREADABLE: 'The file exists but could not be read, or is not a regular file.',
  FILE_TOO_LARGE: 'The file is larger than 4 MiB.',
  FILE_ENCODING: 'The file is not valid UTF-8.',
  FILE_OUTSIDE: 'The file is a link that points outside the project.',
  FILE_EMPTY: 'The file contains no JSON value.',
  SYNTAX_ERROR: 'The text is not JSON, even with comments and trailing commas allowed.',
  NESTING_TOO_DEEP: 'The text is nested more than 100 levels deep.',
  ROOT_NOT_OBJECT: 'The root of the file is not an object.',
  ROOT_MISSPELT:
    'The root has no key for servers, but has a key that looks like a misspelling of one, such as "mcpServer".',
  ROOT_FOREIGN: 'The servers are under a key that this client does not read.',
  ROOT_AMBIGUOUS: 'The root has servers under more than one key; only one of them is read.',
  SERVERS_MISSING:
    'The root has no key for servers. This is an error in Roo, Kilo and Bob files, because these clients refuse the file.',
  SERVERS_NOT_OBJECT: 'The value that should map names to servers is not an object.',
  SERVERS_TOO_MANY: 'The file has more than 1,000 servers.',
  BARE_MAP: 'The root itself was read as the map of servers.',
  PLAIN_JSON_REQUIRED:
    'The file has comments, trailing commas or a byte order mark, which the client that reads it rejects.',
  DUPLICATE_KEY: 'A key occurs twice in one object; the last one counts, as in JSON.parse.',
  ENTRY_NOT_OBJECT: 'A server entry is not an object.',
  ENTRY_TOO_LARGE: 'A server entry has more than 10,000 keys and values.',
  TRANSPORT_MISSING: 'A server entry has neither "command" nor "url".',
  TRANSPORT_MIXED: 'A server entry mixes fields of local and remote servers.',
  TYPE_MISSING: 'A server entry has "url" but no "type".',
  TYPE_UNKNOWN: 'A server entry has a "type" that does not name a known transport.',
  TYPE_MISMATCH: 'The "type" of a server entry does not match its "command" or "url".',
  FIELD_INVALID: 'A field has a value of the wrong kind.',
  FIELD_IGNORED: 'A field has no meaning for this entry and is ignored.',
  KEY_UNKNOWN: 'Modegate does not recognise a key, but keeps it.',
  KEY_FOREIGN:
    'Another client uses a key to restrict a server. The key takes effect here, but the client of this file may not support it.',
  KEY_MISSPELT:
    'A key looks like a misspelling of a known key, or like the name that another client uses for a known key. It has no effect. If the key seems to restrict something, this is an error: the entry is invalid, or every server in the file is closed.',
  RULE_CLOSES:
    'A rule in an opencode or Kilo file closes servers or tools. This is a warning if the agent would ask a person. It is an error if there are too many rules, or too many keys in the root, to compare.',
  RULES_ELSEWHERE:
    'Rules in an opencode or Kilo file have no effect on another file that is read together with it, although the agent applies the rules to both files.',
  LIMITS_UNCLEAR: 'A server entry has two lists of open tools, and it is uncertain which tools are in both.',
  SHADOWED: 'A server with the same name in a file with higher precedence hides this one.',
  NAME_COLLISION: 'Two names become identical when reduced to letters, digits, "_" and "-".',
} as const;

/** Code of a {@link ConfigProblem}. */
export type ConfigProblemCode = keyof typeof CONFIG_PROBLEM_CODES;

/**
 * Severity of a problem: an error changes permissions or loses data, a warning indicates something unexpected, and info
 * is an explanation.
 */
export type ConfigProblemSeverity = 'error' | 'warning' | 'info';

/** A problem in a server configuration. Never contains a value from `env`, `headers` or `args`. */
export interface ConfigProblem extends TextPosition {
  readonly code: ConfigProblemCode;
  readonly severity: ConfigProblemSeverity;
  /** Sentence that states the fault, the expectation and the nearest fix. */
  readonly message: string;
  readonly file: string;
  /** JSON pointer (RFC 6901) into the file; `''` refers to the whole file. */
  readonly pointer: string;
  /** Name of the server, if the problem concerns one. */
  readonly server?: string;
}
