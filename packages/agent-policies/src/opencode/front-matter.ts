import type { FileFault, FileValue } from './file-value.ts';
import { readFileYaml } from './read-file-yaml.ts';

/** @internal Front matter of a Markdown file, as interpreted by opencode and Kilo. */
export interface FrontMatter {
  /** The front matter; undefined if the file has none, or if the front matter cannot be parsed and is ignored. */
  readonly data: FileValue | undefined;
  readonly fault?: FileFault;
  /** True if the agent ignores the whole file. */
  readonly dropped: boolean;
}

/**
 * @internal Reads front matter. If the front matter cannot be parsed, values that contain a colon are quoted, and the
 * front matter is read again. If there is nothing to quote, the agent reads the whole file as text; if quoting does not
 * help, the agent drops the file.
 */
export function readFrontMatter(text: string): FrontMatter {
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const first = parseBlock(source);
  if (first === undefined || !('what' in first)) return { data: first, dropped: false };
  const repaired = quoteColons(source);
  if (repaired === source) return { data: undefined, fault: first, dropped: false };
  const second = parseBlock(repaired);
  if (second !== undefined && 'what' in second) return { data: undefined, fault: first, dropped: true };
  return { data: second, dropped: false };
}

function parseBlock(text: string): FileValue | FileFault | undefined {
  if (!text.startsWith('---') || text[3] === '-') return undefined;
  const body = text.slice(3);
  const language = /^[^\n]*/.exec(body)?.[0].trim() ?? '';
  const end = body.indexOf('\n---');
  const block = body.slice(body.indexOf('\n') === -1 ? body.length : 0, end === -1 ? body.length : end);
  if (language !== '' && language !== 'yaml')
    return {
      place: { line: 1, column: 4 },
      what: `the language ${JSON.stringify(language)} of the front matter is not known`,
    };
  const yaml = block.slice(block.indexOf('\n')).replace(/\r$/, '');
  if (yaml.replaceAll(/^[ \t]*#[^\n]+/gm, '').trim() === '') return undefined;
  return readFileYaml(yaml);
}

/** Converts `key: a: b` to a block of text, in the same way as other agents. */
function quoteColons(text: string): string {
  const block = /^---\r?\n([\s\S]*?)\r?\n---/.exec(text)?.[1];
  if (block === undefined) return text;
  const lines = block.split(/\r?\n/).flatMap((line) => {
    const [, key, rest = ''] = /^([a-zA-Z_]\w*)\s*:\s*(.*)$/.exec(line) ?? [];
    const value = rest.trim();
    const isPlain = value !== '' && value !== '>' && value !== '|' && !/^["']/.test(value);
    return key !== undefined && isPlain && value.includes(':') ? [`${key}: |-`, `  ${value}`] : [line];
  });
  return text.replace(block, () => lines.join('\n'));
}
