import type { ErrorCode } from 'yaml';

/** One clause on a YAML error: the parser's own words, then what was expected. */
export function describeYamlError(code: ErrorCode, message: string): string {
  const words = message.replace(/\.$/, '').replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
  const hint = words.includes('- indicator') ? hints.BAD_INDENT : hints[code];
  return hint === undefined ? words : `${words}; ${hint}`;
}

const quoteIt = 'text that holds \': \' or starts with a special character needs quotes, or a block after "|"';

const hints: Partial<Record<ErrorCode, string>> = {
  BAD_INDENT: 'the lines of one level must start in the same column',
  TAB_AS_INDENT: 'indent with spaces',
  MULTILINE_IMPLICIT_KEY: `a key and its colon stand on one line, and ${quoteIt}`,
  BLOCK_AS_IMPLICIT_KEY: quoteIt,
  UNEXPECTED_TOKEN: quoteIt,
  BAD_SCALAR_START: quoteIt,
  BAD_DQ_ESCAPE: "in double quotes a backslash is written '\\\\'; in single quotes it stands for itself",
  BAD_ALIAS: "text that starts with '*' or '&' needs quotes",
  MISSING_CHAR: 'check that every quote and bracket is closed and every key has its colon',
  RESOURCE_EXHAUSTION: 'it nests too deeply',
};
