import type * as Bash from 'unbash';
import { parse } from 'unbash';
import { CommandVariables } from './command-variables.ts';
import { type CommandWord, commandInWord, nestedScripts, readCommandWord } from './command-word.ts';
import { isConnection } from './device-files.ts';
import { mayBeExported } from './harmless-variables.ts';
import { findOpaqueProgram, findTestObstacles, findUnreadableText } from './opaque-programs.ts';

/** A simple command within a command's text, to which rules are applied. */
export interface CommandPiece {
  /** Program and arguments. */
  readonly words: readonly CommandWord[];
  /** Program and arguments as written. */
  readonly text: string;
  readonly assignments: readonly { readonly name: string; readonly text: string; readonly isPlain: boolean }[];
  readonly redirects: readonly PieceRedirect[];
  /** `time`, `time -p` or `!` before the piece; otherwise empty. */
  readonly prefix: string;
  /** True inside `$( )`, backticks, `<( )` and braces, where path rules do not apply. */
  readonly isHidden: boolean;
}

/** A file that the shell opens for a piece. */
export interface PieceRedirect {
  readonly access: 'read' | 'write';
  readonly word: CommandWord;
}

/** Pieces of a command, and the obstacles that prevent Claude Code from checking the command. */
export interface ParsedCommand {
  readonly pieces: readonly CommandPiece[];
  readonly obstacles: readonly string[];
  /** Text, in addition to the pieces, to which deny and ask rules are applied: pipelines and coprocesses. */
  readonly others: readonly string[];
  /** True if part of the command runs in the background. */
  readonly isBackground: boolean;
  /** True if the command contains a test in double brackets, which is not a piece. */
  readonly hasTest: boolean;
  /** True if the command has faulty syntax, so that the pieces may differ from those that the shell recognises. */
  readonly isFaulty: boolean;
  /** True if the parser stopped early, so that pieces may be missing. */
  readonly isIncomplete: boolean;
}

/** Maximum length of a command to be read, in UTF-16 code units. */
const maxLength = 100_000;

/** Splits a command into pieces, including those inside other constructs. Never throws. */
export function parseCommandPieces(text: string): ParsedCommand {
  const unread = { others: [], isBackground: false, hasTest: false, isFaulty: true, isIncomplete: true };
  if (text.length > maxLength) return { ...unread, pieces: [], obstacles: ['its length'] };
  const walk = new PieceWalk(text);
  try {
    // At the very end, a backslash continues nothing, and deny rules ignore it.
    const source = text.replace(/(?<!\\)((?:\\\\)*)\\$/, '$1');
    walk.script(parse(source), { source, isHidden: false });
  } catch {
    return { ...unread, pieces: walk.pieces, obstacles: [...walk.obstacles, 'a part that cannot be parsed'] };
  }
  const { pieces, obstacles, others, isBackground, hasTest, isFaulty } = walk;
  return { pieces, obstacles: [...obstacles], others, isBackground, hasTest, isFaulty, isIncomplete: false };
}

interface Place {
  readonly source: string;
  readonly isHidden: boolean;
}

const noWords = { words: [], text: '' };

class PieceWalk {
  readonly pieces: CommandPiece[] = [];
  readonly obstacles = new Set<string>();
  isBackground = false;
  isFaulty = false;
  private readonly variables = new CommandVariables();
  readonly others: string[] = [];
  hasTest = false;

  constructor(text: string) {
    for (const obstacle of findUnreadableText(text)) this.obstacles.add(obstacle);
  }

  script({ commands, errors = [], source }: Bash.ParsedScript, place: Place): void {
    if ((errors ?? []).length > 0) {
      this.isFaulty = true;
      this.obstacles.add('a syntax error');
    }
    this.statements(commands, { ...place, source: source ?? place.source });
  }

  private statements(statements: readonly Bash.Statement[], place: Place): void {
    for (const { command, background } of statements) {
      this.isBackground ||= background === true;
      for (const node of command.type === 'AndOr' ? command.commands : [command]) {
        if (node.type === 'Pipeline') this.pipeline(node, place);
        else this.node(node, place, '');
      }
    }
  }

  private pipeline({ prefixes, commands }: Bash.Pipeline, place: Place): void {
    const written = prefixes.map((one) =>
      one.type === 'Negation' ? '!' : one.posix === undefined ? 'time' : 'time -p',
    );
    if (written.includes('time -p')) this.obstacles.add("'time' with an option");
    const first = this.pieces.length;
    for (const [index, command] of commands.entries()) this.node(command, place, index === 0 ? written.join(' ') : '');
    const texts = this.pieces.slice(first).map(({ text }) => text);
    if (commands.length > 1) this.others.push(texts.join(' | '));
  }

  private node(node: Bash.CommandNode, place: Place, prefix: string): void {
    switch (node.type) {
      case 'Command':
        this.command(node, place, prefix);
        break;
      case 'Redirected':
        this.lonely(node.redirects, { ...place, isHidden: true });
        this.compound(node.command, place);
        break;
      case 'Function':
        this.obstacles.add('a function');
        if (node.body.type !== 'CompoundList') this.node(node.body, place, '');
        else this.statements(node.body.commands, place);
        break;
      case 'Coproc':
        this.obstacles.add('a coprocess');
        this.others.push(place.source.slice(node.pos, node.end));
        break;
      default:
        this.compound(node, place);
    }
  }

  private compound(node: Bash.CompoundCommand, place: Place): void {
    switch (node.type) {
      case 'If':
        for (const branch of [node, ...node.elif]) {
          this.statements(branch.clause.commands, place);
          this.statements(branch.then.commands, place);
        }
        if (node.else !== undefined) this.statements(node.else.commands, place);
        break;
      case 'While':
        for (const one of [node.clause, node.body]) this.statements(one.commands, place);
        break;
      case 'For':
      case 'Select':
        if (node.type === 'Select') this.obstacles.add("'select'");
        for (const word of node.wordlist ?? []) this.word(word, place, true);
        this.variables.set(node.name.text, undefined);
        this.statements(node.body.commands, place);
        break;
      case 'Case':
        this.obstacles.add("'case'");
        this.word(node.word, place);
        for (const item of node.items) {
          for (const pattern of item.pattern) this.word(pattern, place);
          this.statements(item.body.commands, place);
        }
        break;
      case 'Subshell':
      case 'BraceGroup':
        this.obstacles.add(node.type === 'Subshell' ? 'parentheses' : 'braces around commands');
        this.statements(node.body.commands, node.type === 'Subshell' ? place : { ...place, isHidden: true });
        break;
      case 'TestCommand':
        this.hasTest = true;
        for (const one of findTestObstacles(place.source.slice(node.pos, node.end))) this.obstacles.add(one);
        this.nested(nestedScripts(node), place);
        break;
      default:
        this.obstacles.add('arithmetic');
        this.arithmetic(node, place);
    }
  }

  private arithmetic(node: Bash.ArithmeticCommand | Bash.ArithmeticFor, place: Place): void {
    if (node.type === 'ArithmeticFor') {
      const parts = [node.initialize, node.test, node.update];
      for (const part of parts) this.nested(part === undefined ? [] : nestedScripts(part), place);
      this.statements(node.body.commands, place);
    } else this.nested(nestedScripts(node), place);
  }

  private command(command: Bash.Command, place: Place, prefix: string): void {
    const { name, args } = command;
    const assignments = command.prefix.flatMap((one) =>
      one.type === 'Assignment' ? [this.assignment(one, place, name === undefined)] : [],
    );
    const redirects = this.redirects(command.redirects, place);
    if (name === undefined) {
      for (const one of assignments) this.variables.set(one.name, one.value);
      if (assignments.some((one) => mayBeExported(one.name)))
        this.obstacles.add('a variable that other programs may read');
      if (redirects.length > 0)
        this.pieces.push({ ...noWords, assignments, redirects, prefix, isHidden: place.isHidden });
      return;
    }
    const words = [name, ...args].map((one) => this.argument(one, place));
    this.variables.declare(words);
    if (words[0]?.isGlob === true) this.obstacles.add('a pattern instead of a program');
    const opaque = findOpaqueProgram(words.map(({ value }) => value));
    if (opaque !== undefined) this.obstacles.add(`'${opaque}', which can run anything`);
    const last = args.at(-1) ?? name;
    const strings = command.redirects.filter(({ type }) => type === 'HereString');
    const hasRedirectInside = command.redirects.some(({ pos }) => pos > name.pos && pos < last.end);
    const text = hasRedirectInside ? words.map((one) => one.text).join(' ') : place.source.slice(name.pos, last.end);
    const tail = strings.map(({ pos, end }) => ` ${place.source.slice(pos, end)}`).join('');
    this.pieces.push({ words, text: text.trim() + tail, assignments, redirects, prefix, isHidden: place.isHidden });
  }

  private argument(argument: Bash.Word | Bash.Assignment, place: Place): CommandWord {
    if (argument.type === 'Word') return this.word(argument, place);
    const { value, text } = argument;
    if (value.type === 'ArrayValue') {
      this.obstacles.add('an array');
      return { text, value: text, isGlob: false, isBare: false, isKnown: false, obstacle: 'an array', nested: [] };
    }
    const read = this.word(value, place);
    const start = text.slice(0, text.length - value.text.length);
    return { ...read, text, value: start + read.value };
  }

  private assignment(node: Bash.Assignment, place: Place, isAlone: boolean) {
    const { name, value, text } = node;
    if (value.type === 'ArrayValue') {
      for (const element of value.elements) this.word(element, place);
      return { name, text, isPlain: false, value: undefined };
    }
    const read = this.word(value, place, isAlone);
    const isPlain = read.isKnown && !read.isGlob && read.obstacle === undefined && node.append !== true;
    // The value of another variable is copied only if the variable is the whole word.
    const isCopy = read.isKnown && /^("?)\$\w+\1$/.test(value.text) && node.append !== true;
    return { name, text, isPlain, value: isPlain || isCopy ? read.value : undefined };
  }

  private redirects(redirects: readonly Bash.Redirection[], place: Place): readonly PieceRedirect[] {
    return redirects.flatMap((redirect): readonly PieceRedirect[] => {
      if (redirect.type === 'HereDoc') {
        if (redirect.delimiter?.quoted !== true) this.obstacles.add('an unquoted here-document');
        const { parts, pos, end, text } = redirect.body;
        if (parts !== undefined) this.word({ type: 'Word', parts, pos, end, text, value: text }, place);
        return [];
      }
      if (redirect.target === undefined) return [];
      const word = this.word(redirect.target, place);
      if (redirect.type === 'HereString') return [];
      if (redirect.operator.endsWith('&') && word.value === '-')
        this.obstacles.add('a file descriptor that the shell closes');
      if (isConnection(word.value)) this.obstacles.add('a connection instead of a file');
      const isDescriptor = redirect.operator.endsWith('&') && /^(\d+-?|-)$/.test(word.value);
      if (isDescriptor || word.value === '/dev/null') return [];
      return [{ access: redirect.operator === '<' ? 'read' : 'write', word }];
    });
  }

  /** Handles the redirections of a compound command, which are not part of any piece. */
  private lonely(redirects: readonly Bash.Redirection[], place: Place): void {
    const found = this.redirects(redirects, place);
    if (found.length === 0) return;
    this.obstacles.add('a redirection of several commands');
    this.pieces.push({ ...noWords, assignments: [], redirects: found, prefix: '', isHidden: place.isHidden });
  }

  /** Reads a word; if the word is marked as open, the commands inside it are checked like any others. */
  private word(word: Bash.Word, place: Place, isOpen = false): CommandWord {
    const read = readCommandWord(word, this.variables.values);
    if (read.obstacle !== undefined && !(isOpen && read.obstacle === commandInWord)) this.obstacles.add(read.obstacle);
    this.nested(read.nested, place, !isOpen || place.isHidden);
    return read;
  }

  private nested(scripts: readonly Bash.ParsedScript[], place: Place, isHidden = true): void {
    for (const script of scripts) this.script(script, { ...place, isHidden });
  }
}
