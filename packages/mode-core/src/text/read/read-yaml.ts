import { Composer, type Document, type ErrorCode, Lexer, Parser, type YAMLError } from 'yaml';
import { convertYaml } from './convert-yaml.ts';
import { maxDepth, maxTokens } from './read-limits.ts';
import { type BrokenText, type ReadText, tooDeep, tooMany } from './read-result.ts';

type Token = ReturnType<Parser['next']> extends Generator<infer Item> ? Item : never;

/**
 * Parses one YAML 1.2 document with the core schema: no merge keys, no other tags, no further coercion. Never throws;
 * takes time and memory proportional to the length of the text.
 */
export function readYaml(text: string): ReadText | BrokenText {
  const tokens = tokenise(text);
  if ('state' in tokens) return tokens;
  const composed = compose(tokens, text);
  if ('state' in composed) return composed;
  const converted = convertYaml(composed.contents, text);
  if ('failure' in converted) return brokenYaml(converted.failure.detail, converted.failure.offset);
  return { state: 'read', format: 'yaml', text, root: converted.root, duplicates: converted.duplicates };
}

/**
 * Drives the lexer and parser manually to check depth and size before the composer runs, because the composer is
 * recursive.
 */
function tokenise(text: string): readonly Token[] | BrokenText {
  const parser = new Parser();
  const tokens: Token[] = [];
  let count = 0;
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) tokens.push(token);
    if (parser.stack.length > maxDepth) return tooDeep('yaml', parser.offset);
    count++;
    if (count > maxTokens) return tooMany('yaml', parser.offset);
  }
  for (const token of parser.end()) tokens.push(token);
  return tokens;
}

// The conversion finds duplicate keys, because the library's own check compares every key with every other key.
const composerOptions = {
  schema: 'core',
  merge: false,
  resolveKnownTags: false,
  uniqueKeys: false,
  logLevel: 'silent',
  keepSourceTokens: true,
} as const;

function compose(tokens: readonly Token[], text: string): Document.Parsed | BrokenText {
  const documents = new Composer(composerOptions).compose(tokens, true, text.length);
  const first = documents.next().value as Document.Parsed | undefined;
  const second = documents.next().value as Document.Parsed | undefined;
  const error = firstError(first?.errors ?? []);
  if (error !== undefined) return brokenYaml(describeYamlError(error.code, error.message), error.pos[0]);
  if (second !== undefined)
    return brokenYaml(
      "a second document starts here; a modes file must contain only one document, so remove the '---'",
      second.range[0],
    );
  return first ?? brokenYaml('it contains no document', 0);
}

function firstError(errors: readonly YAMLError[]): YAMLError | undefined {
  return errors.reduce<YAMLError | undefined>(
    (first, error) => (first === undefined || error.pos[0] < first.pos[0] ? error : first),
    undefined,
  );
}

function brokenYaml(detail: string, offset: number): BrokenText {
  return { state: 'broken', code: 'FILE_SYNTAX', format: 'yaml', detail, offset };
}

/** Describes a YAML error as a clause: the parser's message, followed by what was expected. */
function describeYamlError(code: ErrorCode, message: string): string {
  const words = message.replace(/\.$/, '').replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
  const hint = words.includes('- indicator') ? hints.BAD_INDENT : hints[code];
  return hint === undefined ? words : `${words}; ${hint}`;
}

const quoteIt = 'text that contains \': \' or starts with a special character needs quotes, or a block after "|"';

const hints: Partial<Record<ErrorCode, string>> = {
  BAD_INDENT: 'the lines of one level must start in the same column',
  TAB_AS_INDENT: 'indent with spaces',
  MULTILINE_IMPLICIT_KEY: `a key and its colon must be on one line, and ${quoteIt}`,
  BLOCK_AS_IMPLICIT_KEY: quoteIt,
  UNEXPECTED_TOKEN: quoteIt,
  BAD_SCALAR_START: quoteIt,
  BAD_DQ_ESCAPE: "in double quotes a backslash is written '\\\\'; in single quotes it is literal",
  BAD_ALIAS: 'text that starts with "*" or "&" needs quotes, as in "*"',
  MISSING_CHAR: 'check that every quote and bracket is closed and every key has its colon',
  RESOURCE_EXHAUSTION: 'it is nested too deeply',
};
