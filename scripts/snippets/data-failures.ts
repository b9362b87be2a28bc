import { type ParseError, parse as parseJsonc, printParseErrorCode } from 'jsonc-parser';
import { parseDocument } from 'yaml';
import type { CodeBlock } from './code-block.ts';

/** What is wrong with a block of data: JSON strictly, JSONC with comments and trailing commas, YAML without duplicate keys. */
export function dataFailures(block: CodeBlock): readonly string[] {
  const problem = problemReaders[block.language]?.(block.text);
  return problem === undefined
    ? []
    : [`${block.document}:${block.line}: this ${block.language} does not parse: ${problem}`];
}

const problemReaders: Readonly<Record<string, (text: string) => string | undefined>> = {
  json: (text) => {
    try {
      JSON.parse(text);
      return undefined;
    } catch (error) {
      return String(error);
    }
  },
  jsonc: (text) => {
    const errors: ParseError[] = [];
    parseJsonc(text, errors, { allowTrailingComma: true });
    const [first] = errors;
    return first && `${printParseErrorCode(first.error)} at character ${first.offset}`;
  },
  yaml: (text) => parseDocument(text).errors[0]?.message,
};
