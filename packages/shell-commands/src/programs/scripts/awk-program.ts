import { type ScriptCursor, take, takeExpression } from './script-cursor.ts';

const unknown = 'has a part that is not known to be harmless';

const risks: Readonly<Record<string, string>> = {
  system: 'runs a program with system()',
  getline: 'runs a program or reads a file with getline',
  ARGV: 'reads a file that it puts into ARGV',
  ARGC: 'reads a file that it puts into ARGV',
  SYMTAB: 'reads a file that it puts into ARGV',
  FUNCTAB: 'calls an unknown function',
};

/** Words after which a slash begins a regular expression in every awk variant. */
const keywords: ReadonlySet<string> = new Set(
  'BEGIN END break continue delete do else exit for function if in next print printf return while'.split(' '),
);

/**
 * Words that exist only in some awk variants, or that may or may not be an operand; a slash after them is ambiguous.
 */
const doubtful: ReadonlySet<string> = new Set('BEGINFILE ENDFILE case default func nextfile switch length'.split(' '));

const operators = /\|\||&&|\+\+|--|\*\*=?|[-+*%^]=?|>=|[<=!]=|!~|[<>=!~?:,;(){}[\]$]/y;

/** Meaning of a slash after a token: a division, the start of a regular expression, or either. */
type Slash = 'division' | 'expression' | 'ambiguous';

interface State {
  slash: Slash;
  /** True if the next parenthesis belongs to `if`, `for` or `while`. */
  isControl: boolean;
  /** Open parentheses and brackets; true for those that belong to `if`, `for` or `while`. */
  readonly open: boolean[];
  /**
   * Number of open parentheses and brackets at the start of a `print`; at this depth or less, a `>` is a redirection.
   */
  printDepth: number | undefined;
}

/**
 * @internal Returns a clause that explains why an awk program can run a program, or access a file that the command does
 * not specify; undefined if it certainly does neither.
 *
 * An awk program is accepted only if every part of it is recognised: strings, expressions, comments, names, numbers and
 * operators. A `>` is a comparison outside `print` statements and in parentheses; a statement that begins with `print`
 * ends at `;` or `}`, and not at the end of a line. The meaning of a slash follows from the preceding token; if awk
 * variants differ, the program is not accepted.
 */
export function findAwkRisk(program: string): string | undefined {
  const cursor: ScriptCursor = { script: program, at: 0 };
  const state: State = { slash: 'expression', isControl: false, open: [], printDepth: undefined };
  for (;;) {
    const space = take(cursor, /(?:[ \t\n]|\\\n|#[^\n\\]*(?=\n|$))*/y) ?? '';
    // The end of a line ends most statements.
    if (state.slash === 'division' && space.replaceAll('\\\n', '').includes('\n')) state.slash = 'ambiguous';
    if (cursor.at === program.length) return undefined;
    const risk = takeToken(cursor, state);
    if (risk !== undefined) return risk;
  }
}

function takeToken(cursor: ScriptCursor, state: State): string | undefined {
  const name = take(cursor, /[A-Za-z_]\w*/y);
  if (name !== undefined) return applyName(state, name);
  if (take(cursor, /(?:0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)(?![\w.])/y) !== undefined)
    return setSlash(state, 'division');
  if (take(cursor, /"(?:[^"\\\n]|\\[^\n])*"/y) !== undefined) return setSlash(state, 'division');
  if (take(cursor, /\//y) !== undefined) return applySlash(cursor, state);
  const operator = take(cursor, operators);
  if (operator !== undefined) return applyOperator(cursor, state, operator);
  return cursor.script[cursor.at] === '|' ? "runs a program with '|'" : unknown;
}

function setSlash(state: State, slash: Slash): undefined {
  state.slash = slash;
}

function applyName(state: State, name: string): string | undefined {
  if (Object.hasOwn(risks, name)) return risks[name];
  if (name === 'print' || name === 'printf')
    state.printDepth = Math.min(state.open.length, state.printDepth ?? Infinity);
  state.isControl = name === 'if' || name === 'for' || name === 'while';
  state.slash = keywords.has(name) ? 'expression' : doubtful.has(name) ? 'ambiguous' : 'division';
  return undefined;
}

function applySlash(cursor: ScriptCursor, state: State): string | undefined {
  const { slash } = state;
  if (slash === 'ambiguous') return unknown;
  if (slash === 'division') return setSlash(state, 'expression');
  return takeExpression(cursor, '/') === undefined ? unknown : setSlash(state, 'ambiguous');
}

function applyOperator(cursor: ScriptCursor, state: State, operator: string): string | undefined {
  if (operator === '(' || operator === '[') state.open.push(state.isControl);
  state.isControl = false;
  const isControl = (operator === ')' || operator === ']') && state.open.pop() === true;
  if (operator === ';' || operator === '}') state.printDepth = undefined;
  if (operator === '>' && (cursor.script[cursor.at] === '>' || state.open.length <= (state.printDepth ?? -1)))
    return "writes a file with '>'";
  if (isControl || /^(?:\+\+|--|\$)$/.test(operator)) return setSlash(state, 'ambiguous');
  return setSlash(state, operator === ')' || operator === ']' ? 'division' : 'expression');
}
