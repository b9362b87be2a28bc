import { type ScriptCursor, take, takeExpression, takeUntil } from './script-cursor.ts';

const unknown = 'has a part that is not known to be harmless';

const risks: Readonly<Record<string, string>> = {
  e: 'runs a program',
  r: 'reads a file',
  R: 'reads a file',
  w: 'writes a file',
  W: 'writes a file',
};

/** Commands and the text that may follow them, except commands that take a regular expression or text. */
const plainCommands: readonly RegExp[] = [
  /[{}]/y,
  /[=dDgGhHnNpPxzF][ \t]*(?=[;}#\n]|$)/y,
  /[lqQ][ \t]*\d*[ \t]*(?=[;}#\n]|$)/y,
  // In some variants, a comment would become part of the label.
  /(?:[btT](?:[ \t]*[\w.-]+)?|:[ \t]*[\w.-]+)[ \t]*(?=[;}\n]|$)/y,
  // Text ends at the end of its line.
  /[aic][ \t]*(?:\\[ \t]*\n)?[^\s\\][^\\\n]*(?=\n|$)/y,
  /[aic]\\[^\\\n]+(?=\n|$)/y,
];

/**
 * @internal Returns a clause that explains why a sed script can run a program, or access a file that the command does
 * not specify; undefined if it certainly does neither. A script that is accepted is known to be harmless, and every sed
 * variant interprets its spelling in the same way.
 */
export function findSedRisk(script: string): string | undefined {
  const cursor: ScriptCursor = { script, at: 0 };
  for (;;) {
    take(cursor, /(?:[ \t\n;]|#[^\n]*)*/y);
    if (cursor.at === script.length) return undefined;
    if (!takeAddresses(cursor)) return unknown;
    const risk = takeCommand(cursor);
    if (risk !== undefined) return risk;
  }
}

function takeAddresses(cursor: ScriptCursor): boolean {
  if (!takeAddress(cursor)) return false;
  if (take(cursor, /[ \t]*,[ \t]*/y) !== undefined && take(cursor, /[+~]\d+/y) === undefined && !takeAddress(cursor))
    return false;
  take(cursor, /[ \t!]*/y);
  return true;
}

/** Consumes an address if there is one; returns false if the address cannot be parsed. */
function takeAddress(cursor: ScriptCursor): boolean {
  if (take(cursor, /\d+(?:~\d+)?|\$/y) !== undefined) return true;
  const start = take(cursor, /\/|\\[|,#@:;!%~_+=]/y);
  if (start === undefined) return true;
  if (takeExpression(cursor, start.slice(-1)) === undefined) return false;
  take(cursor, /[IM]*/y);
  return true;
}

function takeCommand(cursor: ScriptCursor): string | undefined {
  if (plainCommands.some((pattern) => take(cursor, pattern) !== undefined)) return undefined;
  const command = take(cursor, /[a-zA-Z]/y) ?? '';
  if (command !== 's' && command !== 'y') return describe(command, 'command') ?? unknown;
  const delimiter = take(cursor, /[/|,#@:;!%~_+=]/y);
  if (delimiter === undefined || takeExpression(cursor, delimiter) === undefined) return unknown;
  if (takeReplacement(cursor, delimiter) === undefined) return unknown;
  const flags = command === 's' ? take(cursor, /[gpimIMew\d]*/y) : '';
  const flag = /[ew]/.exec(flags ?? '')?.[0];
  if (flag !== undefined) return describe(flag, 'flag');
  return take(cursor, /[ \t]*(?=[;}#\n]|$)/y) === undefined ? unknown : undefined;
}

function describe(letter: string, kind: 'command' | 'flag'): string | undefined {
  return Object.hasOwn(risks, letter) ? `${risks[letter]} with the ${kind} '${letter}'` : undefined;
}

/** Consumes a replacement in the same way as an expression, except that a backslash may precede the end of a line. */
const takeReplacement = takeUntil;
