import { forEachChild, parse, type SyntaxNode } from 'unbash';

/** Words that begin a statement other than a plain command. */
const statementWords = new Set(
  '! if for select while until case function export declare typeset readonly local unset unsetenv'.split(' '),
);

/**
 * Splits a script into the commands that Codex evaluates separately. Returns undefined if the script contains anything
 * but literal words joined by `&&`, `||`, `;`, `|` or a newline; in that case, the shell itself is the program.
 */
export function splitPlainCommands(script: string): readonly (readonly string[])[] | undefined {
  if (/\\(?:[ \t\f\v]|\r?\n)[ \t\r\f\v]*$/.test(script)) return undefined;
  const commands: string[][] = [];
  let words: string[] = [];
  let open = false;
  for (const token of script.matchAll(tokens)) {
    const [text] = token;
    if (/^(?:[ \t\r\f\v]|\\\r?\n|\\[ \t\f\v]$)/.test(text)) continue;
    if (text === '\n') {
      if (words.length > 0) commands.push(words);
      if (words.length > 0) open = false;
      words = [];
    } else if (/^[&|;]/.test(text)) {
      if (words.length === 0 || !['&&', '||', '|', ';'].includes(text)) return undefined;
      commands.push(words);
      words = [];
      open = text !== ';';
    } else {
      const word = readLiteralWord(text);
      if (word === undefined || (words.length === 0 && !isPlainProgram(text))) return undefined;
      words.push(word);
    }
  }
  if (words.length > 0) commands.push(words);
  if ((words.length === 0 && open) || commands.length === 0) return undefined;
  return commands;
}

/**
 * Spaces, a newline, an operator, or a word with its quoted parts. An escaped space outside a word is treated as a
 * space.
 */
const tokens =
  /[ \t\r\f\v]+|\\\r?\n|\\[ \t\f\v]|\n|[&|;]+|(?:'[^']*'|"(?:[^"\\]|\\[\s\S])*"|\\\S|(?<!['"])\\[^\n]|[^\s&|;'"\\]|['"]|\\$)+/g;

function isPlainProgram(text: string): boolean {
  return !/['"]/.test(text) && !/^-?\d+$/.test(text) && !/^\w+\+?=/.test(text) && !statementWords.has(text);
}

/** Reads a word that contains nothing for the shell to expand; returns undefined for any other word. */
function readLiteralWord(text: string): string | undefined {
  let word = '';
  for (const [part] of text.matchAll(/'[^']*'|"(?:[^"\\]|\\[\s\S])*"|[^'"]+|['"]/g)) {
    if (part.length > 1 && part.startsWith("'")) word += part.slice(1, -1);
    else if (part.length > 1 && part.startsWith('"')) {
      if (/[$`]|\\["\\\n]/.test(part)) return undefined;
      word += part.slice(1, -1);
    } else if (/['"(){}<>*?[\]\\~^#$`]/.test(part) || part.startsWith('=')) return undefined;
    else word += part;
  }
  return word !== '' || text === "''" || text === '""' ? word : undefined;
}

/**
 * True for an `rm` with a force option, which Codex never runs unless a rule or a user allows it. Also detects such a
 * command after `sudo` and `env` and in the scripts of a shell and of `trap`, but not after any other program.
 */
export function isForcedRemoval(argv: readonly string[]): boolean {
  const nameAt = (index: number) => (argv[index] ?? '').replace(/^.*\//s, '');
  let start = 0;
  for (;;) {
    if (nameAt(start) === 'sudo') start++;
    else if (nameAt(start) === 'env') {
      start++;
      while (/^(?:-i|--ignore-environment|--|\w+=.*)$/s.test(argv[start] ?? '')) start++;
    } else break;
  }
  const args = argv.slice(start + 1);
  if (nameAt(start) === 'rm') return hasForce(args);
  if (nameAt(start) === 'trap') return containsForcedRemoval(args[args[0] === '--' ? 1 : 0] ?? '');
  return isShellScript(argv.slice(start)) && containsForcedRemoval(args[1] ?? '');
}

function containsForcedRemoval(script: string): boolean {
  return literalCommands(script).some(isForcedRemoval);
}

function hasForce(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return (end < 0 ? args : args.slice(0, end)).some((arg) => arg === '--force' || /^-(?!-).*f/s.test(arg));
}

/** True for `bash -lc SCRIPT` and similar commands. */
export function isShellScript([program = '', flag, ...rest]: readonly string[]): boolean {
  return /(?:^|\/)(?:bash|sh|zsh)$/.test(program) && (flag === '-lc' || flag === '-c') && rest.length === 1;
}

/** Returns the literal words of each command, at any depth in a script, without words that the shell expands. */
function literalCommands(script: string): readonly (readonly string[])[] {
  const found: string[][] = [];
  const visit = (node: SyntaxNode): void => {
    if (node.type === 'Command' && node.name !== undefined) {
      const name = readLiteralWord(node.name.text);
      const args = node.args.map(({ text }) => readLiteralWord(text)).filter((word) => word !== undefined);
      if (name !== undefined) found.push([name, ...args]);
    }
    forEachChild(node, visit);
  };
  try {
    const tree = parse(script);
    if (tree.errors !== undefined && tree.errors.length > 0) return [];
    visit(tree);
  } catch {
    return [];
  }
  return found;
}
