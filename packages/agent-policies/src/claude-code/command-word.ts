import type { DoubleQuotedChild, ParsedScript, Word, WordPart } from 'unbash';

/** A word of a command, as far as its text tells what it becomes. */
export interface CommandWord {
  /** As written. */
  readonly text: string;
  /** Without quotes, with variables that the command itself sets; other expansions as written. */
  readonly value: string;
  /** True if the shell fills in names of files. */
  readonly isGlob: boolean;
  /** True if nothing is quoted, escaped or filled in. */
  readonly isBare: boolean;
  /** True if the value is what the program gets, apart from names of files. */
  readonly isKnown: boolean;
  /** What keeps Claude Code from checking the word; undefined if nothing does. */
  readonly obstacle: string | undefined;
  readonly nested: readonly NestedScript[];
}

/** A script inside a word. */
export interface NestedScript {
  readonly script: ParsedScript;
  readonly kind: 'command' | 'process';
}

/** Values that the command gave to variables; undefined for a value that its text does not tell. */
export type Variables = ReadonlyMap<string, string | undefined>;

/** Reads a word. */
export function readCommandWord(word: Word, variables: Variables): CommandWord {
  const reader = new WordReader(variables);
  const { text, value, parts } = word;
  if (parts === undefined) reader.value = value;
  else for (const part of parts) reader.add(part);
  const isBare = text === reader.value && !reader.isGlob && !text.startsWith('~') && !text.includes('$');
  const { isGlob, isKnown, obstacle, nested } = reader;
  return { text, value: reader.value, isGlob, isBare, isKnown, obstacle, nested };
}

class WordReader {
  value = '';
  isGlob = false;
  isKnown = true;
  obstacle: string | undefined;
  readonly nested: NestedScript[] = [];
  private readonly variables: Variables;

  constructor(variables: Variables) {
    this.variables = variables;
  }

  add(part: WordPart | DoubleQuotedChild): void {
    switch (part.type) {
      case 'Literal':
      case 'SingleQuoted':
        this.value += part.value;
        break;
      case 'AnsiCQuoted':
        this.value += part.value;
        this.obstacle ??= "a string of the form $'…'";
        break;
      case 'DoubleQuoted':
      case 'LocaleString':
        for (const child of part.parts) this.add(child);
        if (part.type === 'LocaleString') this.obstacle ??= 'a string of the form $"…"';
        break;
      case 'Glob':
      case 'ExtendedGlob':
        this.isGlob = true;
        this.value += part.text;
        if (part.type === 'ExtendedGlob') this.obstacle ??= 'an extended pattern';
        for (const inner of part.parts ?? []) this.collect(inner);
        break;
      default:
        this.addExpansion(part);
    }
  }

  private addExpansion(part: Exclude<WordPart, { type: 'Literal' }>): void {
    const [, variable] = /^\$\{?(\w+)\}?$/.exec(part.text) ?? [];
    const set = variable === undefined ? undefined : this.variables.get(variable);
    this.value += set ?? part.text;
    if (variable === 'HOME' && !this.variables.has('HOME')) return;
    if (set === undefined) this.isKnown = false;
    this.obstacle ??= nameOf(part.type);
    this.collect(part);
  }

  /** Finds scripts inside a part, at any depth. */
  private collect(part: WordPart | DoubleQuotedChild): void {
    if (part.type === 'CommandExpansion' || part.type === 'ProcessSubstitution') {
      const kind = part.type === 'ProcessSubstitution' ? 'process' : 'command';
      if (part.script !== undefined) this.nested.push({ script: part.script, kind });
      return;
    }
    if ('parts' in part) for (const inner of part.parts ?? []) this.collect(inner);
    for (const operand of operandsOf(part)) for (const inner of operand.parts ?? []) this.collect(inner);
  }
}

function operandsOf(part: WordPart | DoubleQuotedChild): readonly Word[] {
  if (part.type !== 'ParameterExpansion' || part.operation === undefined) return [];
  return Object.values(part.operation).filter((one): one is Word => typeof one === 'object' && one?.type === 'Word');
}

function nameOf(type: string): string {
  if (type === 'CommandExpansion') return 'a command in a command';
  if (type === 'ProcessSubstitution') return 'a process in place of a file';
  if (type === 'BraceExpansion') return 'braces that the shell expands';
  return 'a variable';
}
