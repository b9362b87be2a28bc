import {
  type ArithmeticCommand,
  type ArithmeticFor,
  type Assignment,
  type Command,
  type CommandNode,
  type CompoundCommand,
  type CompoundList,
  type ParsedScript,
  type Pipeline,
  parse,
  type Redirection,
  type Statement,
  type Word,
} from 'unbash';
import { type CommandWord, type NestedScript, nestedScripts, readCommandWord } from './command-word.ts';

/** A simple command of a text, to which rules are applied. */
export interface CommandPiece {
  /** Program and arguments. */
  readonly words: readonly CommandWord[];
  /** Program and arguments as written. */
  readonly text: string;
  readonly assignments: readonly { readonly name: string; readonly text: string; readonly isPlain: boolean }[];
  readonly redirects: readonly PieceRedirect[];
  /** `time`, `time -p` or `!` before the piece; empty without. */
  readonly prefix: string;
  /** True inside `$( )` and backticks. */
  readonly isNested: boolean;
}

/** A file that the shell opens for a piece. */
export interface PieceRedirect {
  readonly access: 'read' | 'write';
  readonly word: CommandWord;
}

/** Pieces of a command, and what keeps Claude Code from checking it. */
export interface ParsedCommand {
  readonly pieces: readonly CommandPiece[];
  readonly obstacles: readonly string[];
  /** True if the parser gave up, so that pieces may be missing. */
  readonly isIncomplete: boolean;
}

/** Longest command that is read, in UTF-16 code units. */
const maxLength = 100_000;

/** Cuts a command into pieces, those inside other constructs included. Never throws. */
export function parseCommandPieces(text: string): ParsedCommand {
  if (text.length > maxLength) return { pieces: [], obstacles: ['its length'], isIncomplete: true };
  const walk = new PieceWalk(text);
  try {
    walk.script(parse(text), { source: text, isNested: false });
    return { pieces: walk.pieces, obstacles: [...walk.obstacles], isIncomplete: false };
  } catch {
    return { pieces: walk.pieces, obstacles: [...walk.obstacles, 'something that cannot be read'], isIncomplete: true };
  }
}

interface Place {
  readonly source: string;
  readonly isNested: boolean;
}

class PieceWalk {
  readonly pieces: CommandPiece[] = [];
  readonly obstacles = new Set<string>();
  private readonly variables = new Map<string, string | undefined>();

  constructor(text: string) {
    if (/(?![\t\n])\p{Cc}/u.test(text)) this.obstacles.add('a control character');
  }

  script({ commands, errors = [], source }: ParsedScript, place: Place): void {
    if ((errors ?? []).length > 0) this.obstacles.add('a fault in its syntax');
    this.statements(commands, { ...place, source: source ?? place.source });
  }

  private statements(statements: readonly Statement[], place: Place): void {
    for (const { command, background } of statements) {
      if (background === true) this.obstacles.add("'&', which runs it in the background");
      const nodes = command.type === 'AndOr' ? command.commands : [command];
      for (const node of nodes) {
        if (node.type === 'Pipeline') this.pipeline(node, place);
        else this.node(node, place, '');
      }
    }
  }

  private pipeline({ prefixes, commands }: Pipeline, place: Place): void {
    const written = prefixes.map((one) =>
      one.type === 'Negation' ? '!' : one.posix === undefined ? 'time' : 'time -p',
    );
    if (written.includes('time -p')) this.obstacles.add("'time' with an option");
    for (const [index, command] of commands.entries()) this.node(command, place, index === 0 ? written.join(' ') : '');
  }

  private node(node: CommandNode, place: Place, prefix: string): void {
    switch (node.type) {
      case 'Command':
        this.command(node, place, prefix);
        break;
      case 'Redirected':
        this.lonely(node.redirects, place);
        this.compound(node.command, place);
        break;
      case 'Function':
        this.obstacles.add('a function');
        if (node.body.type === 'CompoundList') this.list(node.body, place);
        else this.node(node.body, place, '');
        break;
      case 'Coproc':
        this.obstacles.add('a coprocess');
        break;
      default:
        this.compound(node, place);
    }
  }

  private compound(node: CompoundCommand, place: Place): void {
    switch (node.type) {
      case 'If':
        for (const branch of [node, ...node.elif]) {
          this.list(branch.clause, place);
          this.list(branch.then, place);
        }
        if (node.else !== undefined) this.list(node.else, place);
        break;
      case 'While':
        this.list(node.clause, place);
        this.list(node.body, place);
        break;
      case 'For':
      case 'Select':
        if (node.type === 'Select') this.obstacles.add("'select'");
        for (const word of node.wordlist ?? []) this.word(word, place);
        this.variables.set(node.name.text, undefined);
        this.list(node.body, place);
        break;
      case 'Case':
        this.obstacles.add("'case'");
        this.word(node.word, place);
        for (const item of node.items) {
          for (const pattern of item.pattern) this.word(pattern, place);
          this.list(item.body, place);
        }
        break;
      case 'Subshell':
      case 'BraceGroup':
        this.obstacles.add(node.type === 'Subshell' ? 'parentheses' : 'braces around commands');
        this.list(node.body, place);
        break;
      case 'TestCommand':
        if (/[`$]/.test(place.source.slice(node.pos, node.end))) this.obstacles.add('a variable in a test');
        this.nested(nestedScripts(node), place);
        break;
      default:
        this.obstacles.add('arithmetic');
        this.arithmetic(node, place);
    }
  }

  private arithmetic(node: ArithmeticCommand | ArithmeticFor, place: Place): void {
    if (node.type === 'ArithmeticFor') {
      for (const part of [node.initialize, node.test, node.update])
        if (part !== undefined) this.nested(nestedScripts(part), place);
      this.list(node.body, place);
    } else this.nested(nestedScripts(node), place);
  }

  private list({ commands }: CompoundList, place: Place): void {
    this.statements(commands, place);
  }

  private command(command: Command, place: Place, prefix: string): void {
    const assignments = command.prefix.flatMap((one) =>
      one.type === 'Assignment' ? [this.assignment(one, place)] : [],
    );
    const redirects = this.redirects(command.redirects, place);
    const { name, args } = command;
    if (name === undefined) {
      for (const { name: variable, value } of assignments) this.variables.set(variable, value);
      if (assignments.length > 0) this.obstacles.add('an assignment');
      if (redirects.length > 0)
        this.pieces.push({ words: [], text: '', assignments, redirects, prefix, isNested: place.isNested });
      return;
    }
    const words = [name, ...args].map((one) => this.argument(one, place));
    if (words[0]?.isGlob === true) this.obstacles.add('a pattern in place of a program');
    const last = args.at(-1) ?? name;
    const hasRedirectInside = command.redirects.some(({ pos }) => pos > name.pos && pos < last.end);
    const text = hasRedirectInside ? words.map((one) => one.text).join(' ') : place.source.slice(name.pos, last.end);
    this.pieces.push({ words, text: text.trim(), assignments, redirects, prefix, isNested: place.isNested });
  }

  private argument(argument: Word | Assignment, place: Place): CommandWord {
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

  private assignment(
    node: Assignment,
    place: Place,
  ): { readonly name: string; readonly text: string; readonly isPlain: boolean; readonly value: string | undefined } {
    const { name, value, text } = node;
    if (value.type === 'ArrayValue') {
      for (const element of value.elements) this.word(element, place);
      return { name, text, isPlain: false, value: undefined };
    }
    const read = this.word(value, place);
    const isPlain = read.isKnown && !read.isGlob && read.obstacle === undefined && node.append !== true;
    return { name, text, isPlain, value: isPlain ? read.value : undefined };
  }

  private redirects(redirects: readonly Redirection[], place: Place): readonly PieceRedirect[] {
    return redirects.flatMap((redirect): readonly PieceRedirect[] => {
      if (redirect.type === 'HereDoc') {
        if (redirect.delimiter?.quoted !== true) this.obstacles.add('a here-document without quotation marks');
        const { parts, pos, end, text } = redirect.body;
        if (parts !== undefined) this.word({ type: 'Word', parts, pos, end, text, value: text }, place);
        return [];
      }
      const { target } = redirect;
      if (target === undefined) return [];
      const word = this.word(target, place);
      if (redirect.type === 'HereString') return [];
      const isDescriptor = redirect.operator.endsWith('&') && /^(\d+-?|-)$/.test(word.value);
      if (isDescriptor || word.value === '/dev/null') return [];
      return [{ access: redirect.operator === '<' ? 'read' : 'write', word }];
    });
  }

  /** Redirections of a compound command, which have no piece of their own. */
  private lonely(redirects: readonly Redirection[], place: Place): void {
    const found = this.redirects(redirects, place);
    if (found.length === 0) return;
    this.obstacles.add('a redirection of several commands');
    this.pieces.push({ words: [], text: '', assignments: [], redirects: found, prefix: '', isNested: place.isNested });
  }

  private word(word: Word, place: Place): CommandWord {
    const read = readCommandWord(word, this.variables);
    if (read.obstacle !== undefined) this.obstacles.add(read.obstacle);
    this.nested(read.nested, place);
    return read;
  }

  private nested(scripts: readonly NestedScript[], place: Place): void {
    for (const { script, kind } of scripts)
      this.script(script, { ...place, isNested: place.isNested || kind === 'command' });
  }
}
