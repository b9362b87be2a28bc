/** A Starlark literal. A number is stored only as text, because no rule accepts a number. */
export type StarlarkValue =
  | string
  | boolean
  | null
  | readonly StarlarkValue[]
  | { readonly kind: 'number' | 'tuple' | 'dict' };

/** A top-level call in a file. */
export interface StarlarkCall {
  readonly name: string;
  readonly positional: readonly StarlarkValue[];
  readonly named: readonly (readonly [name: string, value: StarlarkValue])[];
  /** Text of the call as written in the file. */
  readonly text: string;
  /** Offset in the file. */
  readonly offset: number;
}

/**
 * A fault at an offset: `syntax` means that the text is not Starlark, `unread` that it is Starlark outside the literal
 * subset.
 */
export interface StarlarkFault {
  readonly kind: 'syntax' | 'unread';
  readonly message: string;
  readonly offset: number;
}

/** Reads calls with literal arguments, one per line. Any other statement is a fault, after which reading continues. */
export function readStarlarkCalls(source: string): {
  readonly calls: readonly StarlarkCall[];
  readonly faults: readonly StarlarkFault[];
} {
  const calls: StarlarkCall[] = [];
  const faults: StarlarkFault[] = [];
  const reader = new Reader(source);
  while (reader.skipToStatement()) {
    try {
      const call = reader.statement();
      if (call !== undefined) calls.push(call);
    } catch (error) {
      if (!(error instanceof LiteralError)) throw error;
      faults.push(error.fault);
      if (error.fault.kind === 'syntax') break;
      reader.skipStatement();
    }
  }
  return { calls, faults };
}

class LiteralError extends Error {
  readonly fault: StarlarkFault;

  constructor(kind: StarlarkFault['kind'], message: string, offset: number) {
    super(message);
    this.fault = { kind, message, offset };
  }
}

const maxDepth = 50;

/** Characters that follow a backslash, each with its meaning; quotation marks and backslashes stand for themselves. */
const escapes = { n: '\n', t: '\t', r: '\r', '\n': '', a: '\x07', b: '\b', f: '\f', v: '\v' };

class Reader {
  private position = 0;
  private start = 0;
  private readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  /** Moves to the next statement; returns false at the end of the file. */
  skipToStatement(): boolean {
    this.match(/(?:[ \t\r\f;]*(?:#[^\n]*)?\n)*[ \t\r\f;]*(?:#[^\n]*)?/y);
    this.start = this.position;
    return this.position < this.source.length;
  }

  statement(): StarlarkCall | undefined {
    const lineStart = this.source.lastIndexOf('\n', this.position - 1) + 1;
    if (/^[ \t]+$/.test(this.source.slice(lineStart, this.position))) this.fail('syntax', 'an unexpected indentation');
    if (/["']/.test(this.source[this.position] ?? '')) {
      this.string(false);
      return this.endStatement(undefined);
    }
    if (this.source[this.position] === '\uFEFF') this.fail('syntax', 'a byte order mark');
    const name = this.match(/[A-Za-z_]\w*/y) ?? this.fail('unread', 'a statement that is not a call');
    if (name === 'pass') return this.endStatement(undefined);
    if (this.match(/[ \t]*\(/y) === undefined) this.fail('unread', `a statement that begins with ${name}`);
    const positional: StarlarkValue[] = [];
    const named: [string, StarlarkValue][] = [];
    while (!this.closes(')')) {
      if (this.source[this.position] === '*') this.fail('unread', 'unpacked arguments');
      const key = this.match(/[A-Za-z_]\w*(?=\s*=[^=])/y);
      if (key === undefined) {
        if (named.length > 0) this.fail('syntax', 'a positional argument after a named one');
        positional.push(this.value(0));
      } else {
        this.skipBlanks();
        this.position++;
        if (named.some(([other]) => other === key)) this.fail('syntax', `the argument ${key} is given twice`);
        named.push([key, this.value(0)]);
      }
      this.separator(')');
    }
    const text = this.source.slice(this.start, this.position);
    return this.endStatement({ name, positional, named, text, offset: this.start });
  }

  /** Skips the rest of a statement, including the lines of its block. */
  skipStatement(): void {
    this.position = this.start;
    this.match(/[^\n]*(?:\n(?:[ \t][^\n]*|[)\]}][^\n]*|[ \t\r]*(?=\n)))*/y);
  }

  private endStatement<Value>(value: Value): Value {
    if (this.match(/[ \t\r\f]*(?:#[^\n]*)?(?=[\n;]|$)/y) === undefined)
      this.fail('unread', 'an expression after a call');
    return value;
  }

  private value(depth: number): StarlarkValue {
    this.skipBlanks();
    if (depth > maxDepth) this.fail('unread', 'a list that is nested too deeply');
    const char = this.source[this.position] ?? this.fail('syntax', 'no closing bracket');
    if (/["']/.test(char)) return this.operand(this.string(false));
    if (/[rR]["']/y.test(this.source.slice(this.position, this.position + 2))) {
      this.position++;
      return this.operand(this.string(true));
    }
    if (char === '[') return this.operand(this.list(']', depth));
    if (char === '(') {
      const items = this.list(')', depth);
      const text = this.source.slice(this.start, this.position);
      if (items.length === 1 && !/,\s*\)$/.test(text)) return this.operand(items[0] ?? null);
      return this.operand({ kind: 'tuple' });
    }
    if (this.match(/-?\d[\w.]*/y) !== undefined) return this.operand({ kind: 'number' });
    const word = this.match(/(?:True|False|None)\b/y);
    if (word !== undefined) return this.operand(word === 'None' ? null : word === 'True');
    if (/[)\],=:]/.test(char)) return this.fail('syntax', `an unexpected ${char}`);
    return this.fail('unread', 'a value that is not a literal');
  }

  private list(end: string, depth: number): readonly StarlarkValue[] {
    const items: StarlarkValue[] = [];
    this.position++;
    while (!this.closes(end)) {
      items.push(this.value(depth + 1));
      this.separator(end);
    }
    return items;
  }

  /** Reads a literal; if an operator follows, the literal is part of an expression. */
  private operand(value: StarlarkValue): StarlarkValue {
    this.skipBlanks();
    const next = this.source[this.position];
    if (next === undefined) return this.fail('syntax', 'no closing bracket');
    if (/[,)\]]/.test(next)) return value;
    if (/[+*%.[(]|\b(?:for|if|or|and|in|not)\b/y.test(this.source.slice(this.position, this.position + 4)))
      return this.fail('unread', 'an expression that is not a literal');
    return this.fail('syntax', 'no comma between two values');
  }

  private closes(end: string): boolean {
    this.skipBlanks();
    if (this.source[this.position] !== end) return false;
    this.position++;
    return true;
  }

  private separator(end: string): void {
    this.skipBlanks();
    if (this.source[this.position] === ',') this.position++;
    else if (this.source[this.position] !== end) this.fail('syntax', `no ${end}`);
  }

  private string(raw: boolean): string {
    const quote = this.match(/"""|'''|["']/y) ?? '';
    let text = '';
    for (;;) {
      const char = this.source[this.position];
      if (char === undefined || (char === '\n' && quote.length === 1))
        return this.fail('syntax', 'an unterminated string');
      if (this.source.startsWith(quote, this.position)) break;
      this.position++;
      if (char !== '\\') text += char;
      else text += raw ? char + (this.source[this.position++] ?? '') : this.escape();
    }
    this.position += quote.length;
    return text;
  }

  private escape(): string {
    const code = this.match(/x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}/y);
    if (code !== undefined) {
      const point = Number.parseInt(code.slice(1), 16);
      return point <= 0x10_ff_ff ? String.fromCodePoint(point) : this.fail('syntax', 'an unknown character');
    }
    const octal = this.match(/[0-7]{1,3}/y);
    if (octal !== undefined) return String.fromCodePoint(Number.parseInt(octal, 8));
    const char = this.source[this.position++] ?? '';
    if (/["'\\]/.test(char)) return char;
    return Object.entries(escapes).find(([key]) => key === char)?.[1] ?? `\\${char}`;
  }

  private skipBlanks(): void {
    this.match(/(?:\s|#[^\n]*|\\\r?\n)*/y);
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.position;
    const found = pattern.exec(this.source)?.[0];
    this.position += found?.length ?? 0;
    return found;
  }

  private fail(kind: StarlarkFault['kind'], message: string): never {
    throw new LiteralError(kind, message, Math.min(this.position, this.source.length));
  }
}
