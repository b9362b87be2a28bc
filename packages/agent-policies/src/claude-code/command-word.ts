import {
  type DoubleQuotedChild,
  forEachChild,
  type ParsedScript,
  type SyntaxNode,
  type Word,
  type WordPart,
} from 'unbash';

/** A word in a command, expanded as far as the command's text allows. */
export interface CommandWord {
  /** The word as written. */
  readonly text: string;
  /** The text without quotes, with variables that the command itself sets expanded; other expansions as written. */
  readonly value: string;
  /** True if the shell expands the word to file names. */
  readonly isGlob: boolean;
  /** True if nothing in the word is quoted, escaped or expanded. */
  readonly isBare: boolean;
  /** True if the program receives exactly this value, except for expanded file names. */
  readonly isKnown: boolean;
  /** Obstacle that prevents Claude Code from checking the word; undefined if there is none. */
  readonly obstacle: string | undefined;
  /** Scripts inside the word. */
  readonly nested: readonly ParsedScript[];
}

/** Values that the command assigned to variables; undefined for a value that the command's text does not show. */
export type Variables = ReadonlyMap<string, string | undefined>;

/** Obstacle in a word that contains a command. */
export const commandInWord = 'a command substitution';

/** Reads a word. */
export function readCommandWord(word: Word, variables: Variables): CommandWord {
  const reader = new WordReader(variables);
  const { text, value, parts } = word;
  if (parts === undefined) reader.value = value;
  else for (const part of parts) reader.add(part);
  const isBare = text === reader.value && !reader.isGlob && !text.startsWith('~') && !text.includes('$');
  if (parts === undefined && text.endsWith('$')) reader.obstacle ??= 'a dollar sign at the end of a word';
  const { isGlob, isKnown, obstacle, nested } = reader;
  return { text, value: reader.value, isGlob, isBare, isKnown, obstacle, nested };
}

class WordReader {
  value = '';
  isGlob = false;
  isKnown = true;
  obstacle: string | undefined;
  readonly nested: ParsedScript[] = [];
  private readonly variables: Variables;

  constructor(variables: Variables) {
    this.variables = variables;
  }

  add(part: WordPart | DoubleQuotedChild, isQuoted = false): void {
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
        for (const child of part.parts) this.add(child, true);
        if (part.type === 'LocaleString') this.obstacle ??= 'a string of the form $"…"';
        break;
      case 'Glob':
      case 'ExtendedGlob':
        this.isGlob = true;
        this.value += part.text;
        if (part.type === 'ExtendedGlob') this.obstacle ??= 'an extended pattern';
        this.nested.push(...nestedScripts(part));
        break;
      default:
        this.addExpansion(part, isQuoted);
    }
  }

  /**
   * Claude Code expands only variables without braces and, outside quotation marks, only variables whose value remains
   * one word.
   */
  private addExpansion(part: Exclude<WordPart, { type: 'Literal' }>, isQuoted: boolean): void {
    const value = this.variables.get(/^\$(\w+)$/.exec(part.text)?.[1] ?? '');
    const set = isQuoted || !/\s/.test(value ?? '') ? value : undefined;
    this.value += set ?? part.text;
    if (part.text === '$HOME' && !this.variables.has('HOME')) return;
    if (/^\$\(\([\d\s+*/%()-]*\)\)$/.test(part.text)) return;
    if (set === undefined) this.isKnown = false;
    this.obstacle ??= nameOf(part.type);
    this.nested.push(...nestedScripts(part));
  }
}

/** Returns the scripts inside a part of a command, at any depth, but not those nested in other scripts. */
export function nestedScripts(node: SyntaxNode): readonly ParsedScript[] {
  if (
    node.type === 'CommandExpansion' ||
    node.type === 'ArithmeticCommandExpansion' ||
    node.type === 'ProcessSubstitution'
  )
    return node.script === undefined ? [] : [node.script];
  const found: ParsedScript[] = [];
  forEachChild(node, (child) => found.push(...nestedScripts(child)));
  return found;
}

function nameOf(type: string): string {
  if (type === 'CommandExpansion') return commandInWord;
  if (type === 'ProcessSubstitution') return 'a process substitution';
  if (type === 'BraceExpansion') return 'a brace expansion';
  return 'a variable';
}
