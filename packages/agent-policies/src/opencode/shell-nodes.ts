import type * as Bash from 'unbash';
import { forEachChild, parse } from 'unbash';
import { inertRanges, type ShellRange } from './inert-ranges.ts';

/** @internal One command in the text, as parsed by tree-sitter-bash. */
export interface ShellNode {
  /** Source text, including redirections that the grammar attaches only to this command. */
  readonly text: string;
  /**
   * The same text with `_` in place of inert operators: those that are quoted, are in a here-document, or redirect to
   * `/dev/null`.
   */
  readonly masked: string;
  /** Words as written, the command name first; words after a redirection belong to the redirection. */
  readonly words: readonly string[];
  readonly redirected: boolean;
}

/** @internal Commands in the text, or the construct that makes it uncertain which commands the text contains. */
export interface ShellTree {
  readonly nodes: readonly ShellNode[];
  readonly uncertain: string | undefined;
}

/** Names that start a declaration, which the grammar does not treat as a command. */
const declarations: ReadonlySet<string> = new Set('declare typeset export readonly local unset unsetenv'.split(' '));

/** @internal Lists the commands in the text at any depth, in order of appearance. */
export function readShell(text: string): ShellTree {
  const reader = new ShellReader(text);
  try {
    reader.script(parse(text));
  } catch (error) {
    // The text is nested too deeply for the parser.
    if (!(error instanceof RangeError)) throw error;
    reader.doubt('text that is nested too deeply');
  }
  return { nodes: reader.nodes, uncertain: reader.uncertain };
}

class ShellReader {
  readonly nodes: ShellNode[] = [];
  uncertain: string | undefined;
  private readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  doubt(construct: string): void {
    this.uncertain ??= construct;
  }

  script(script: Bash.ParsedScript): void {
    if (script.errors !== undefined && script.errors.length > 0) this.doubt('text that cannot be parsed');
    if (script.source !== undefined) this.doubt('backticks inside backticks');
    else this.children(script);
  }

  private children(node: Bash.SyntaxNode): void {
    forEachChild(node, (child) => {
      this.visit(child);
    });
  }

  private visit(node: Bash.SyntaxNode): void {
    if (node.type === 'Script') this.script(node);
    else if (node.type === 'Statement') this.statement(node);
    else if (node.type === 'Coproc') this.coproc(node);
    else if (node.type === 'Command') this.command(node, { keeps: false });
    else {
      const construct =
        doubtfulNode(node) ?? (this.source.startsWith('((', node.pos) ? doubleBracket(node) : undefined);
      if (construct !== undefined) this.doubt(construct);
      this.children(node);
    }
  }

  /**
   * Reads a chain: the grammar applies a redirection to everything to the left of it, so only the first command has
   * redirections of its own.
   */
  private statement({ command }: Bash.Statement): void {
    const members = command.type === 'AndOr' ? command.commands : [command];
    for (const [index, member] of members.entries()) {
      if (member.type === 'Pipeline') this.pipeline(member, index === 0);
      else this.member(member, index === 0);
    }
  }

  private pipeline({ prefixes, commands }: Bash.Pipeline, first: boolean): void {
    const [prefix, second] = prefixes;
    if (second !== undefined) this.doubt("more than one of '!' and 'time'");
    if (prefix?.type === 'Negation' && !isNegatable(commands[0])) this.doubt("'!' before this construct");
    for (const [index, command] of commands.entries()) {
      const keeps = first && index === 0 && prefix?.type !== 'Negation';
      if (index === 0 && prefix?.type === 'Time')
        this.timed(command, { keeps, keyword: { pos: prefix.pos, text: 'time' } });
      else this.member(command, keeps);
    }
  }

  private member(node: Exclude<Bash.Pipeline['commands'][number], Bash.Pipeline>, keeps: boolean): void {
    if (node.type === 'Command') this.command(node, { keeps });
    else if (node.type === 'ArithmeticCommand') {
      if (/[\\'"]/.test(node.body)) this.doubt('quotes in arithmetic');
      this.add({ ...node, words: [this.source.slice(node.pos, node.end)], redirected: false, masks: [] });
      this.children(node);
    } else {
      if (node.type === 'Redirected' && node.command.type === 'ArithmeticCommand') this.doubt("a redirection of '(('");
      this.visit(node);
    }
  }

  private timed(node: Bash.SyntaxNode, how: CommandContext): void {
    if (node.type === 'Command') this.command(node, how);
    else {
      this.doubt("'time' before a compound command");
      this.visit(node);
    }
  }

  private coproc(node: Bash.Coproc): void {
    if (node.body.type === 'Command' && node.name === undefined)
      this.command(node.body, { keeps: true, keyword: { pos: node.pos, text: 'coproc' } });
    else {
      this.doubt("'coproc' with a name or a compound command");
      this.children(node);
    }
  }

  private command(node: Bash.Command, how: CommandContext): void {
    this.children(node);
    const { name, prefix, suffix } = node;
    if (prefix.some(isRedirection) && (name !== undefined || prefix.some(({ type }) => type === 'Assignment')))
      this.doubt('a redirection before the command');
    if (name === undefined) {
      if (prefix.length > 1 && prefix.some(isRedirection)) this.doubt('two redirections without a command');
      return;
    }
    if (name.text.startsWith('{')) this.doubt('a brace at the start of a command');
    if (how.keyword === undefined && this.isNoCommand(node, name)) return;
    if (suffix.filter((item) => item.type === 'HereDoc').length > 1) this.doubt('two here-documents for one command');
    if (countBackticks(node) > 1) this.doubt('two substitutions with backticks');
    const cut = suffix.findIndex((item) => item.type === 'Redirect' || item.type === 'HereDoc');
    const own = cut === -1 ? suffix : suffix.slice(0, cut);
    const last = own.at(-1) ?? name;
    if (cut !== -1 && this.source.slice(last.pos, last.end) === '-') this.doubt("'-' before a redirection");
    const end = how.keeps || cut === -1 ? endOf(node) : last.end;
    this.add({
      pos: how.keyword?.pos ?? node.pos,
      end,
      words: [
        ...(how.keyword === undefined ? [] : [how.keyword.text]),
        name.text,
        ...own.filter(isWord).map(({ text }) => text),
      ],
      redirected: how.keeps && cut !== -1,
      masks: inertRanges(node, this.source),
    });
  }

  private isNoCommand({ prefix, suffix }: Bash.Command, name: Bash.Word): boolean {
    if (name.text === '[') {
      const words = suffix.flatMap((item) => (item.type === 'Word' ? [item.text] : []));
      if (prefix.length > 0 || words.at(-1) !== ']' || words.some(isDoubtfulOperand))
        this.doubt("'[' that is not a plain test");
      return true;
    }
    if (!declarations.has(name.text)) return false;
    if (prefix.length > 0) this.doubt(`'${name.text}' after an assignment`);
    return true;
  }

  private add(
    node: ShellRange & Pick<ShellNode, 'words' | 'redirected'> & { readonly masks: readonly ShellRange[] },
  ): void {
    const text = this.source.slice(node.pos, node.end);
    this.nodes.push({
      text: text.trim(),
      masked: maskRanges(text, node).trim(),
      words: node.words,
      redirected: node.redirected,
    });
  }
}

/** Context of a command within its chain. */
interface CommandContext {
  /** True if the redirections belong to this command alone. */
  readonly keeps: boolean;
  /** A word such as `time`, which the grammar interprets as the command name. */
  readonly keyword?: { readonly pos: number; readonly text: string };
}

/** Returns a description of a construct that the grammar interprets in an unusual way. */
function doubtfulNode(node: Bash.SyntaxNode): string | undefined {
  if (node.type === 'CommandExpansion' || node.type === 'ProcessSubstitution') {
    if (node.text.startsWith('$((')) return "'$((' without arithmetic";
    return node.script === undefined ? 'a substitution that was not parsed' : undefined;
  }
  if (node.type === 'ExtendedGlob') return 'an extended wildcard';
  if (node.type === 'Redirect' && (node.operator === '<>' || node.descriptor?.type === 'FileDescriptorVariable'))
    return 'a redirection that the grammar does not support';
  if (node.type === 'ArithmeticExpansion' && /[\\'"]/.test(node.text)) return 'quotes in arithmetic';
  if (node.type === 'TestUnary' && (isDoubtfulOperand(node.operand.text) || node.operand.text === '!'))
    return "an operand of '[['";
  return undefined;
}

function doubleBracket({ type }: Bash.SyntaxNode): string | undefined {
  return type === 'Subshell' ? "'((' that starts two subshells" : undefined;
}

function isNegatable(node: Bash.SyntaxNode | undefined): boolean {
  if (node?.type === 'Command') return node.name !== undefined && !declarations.has(node.name.text);
  return node?.type === 'Subshell' || node?.type === 'TestCommand';
}

function isDoubtfulOperand(text: string, index = 1, words: readonly string[] = []): boolean {
  if (index > 0 && /^(?:--?$|%|\[)/.test(text)) return true;
  return /^[=!]$/.test(text) && /^-\w$/.test(words[index - 1] ?? '');
}

function countBackticks(node: Bash.SyntaxNode): number {
  let count = 0;
  const visit = (child: Bash.SyntaxNode): void => {
    if (child.type === 'CommandExpansion' && child.text.startsWith('`')) count += 1;
    if (child.type !== 'Script') forEachChild(child, visit);
  };
  forEachChild(node, visit);
  return count;
}

function isRedirection(item: Bash.Assignment | Bash.Word | Bash.Redirection): item is Bash.Redirection {
  return item.type !== 'Assignment' && item.type !== 'Word';
}

/** Returns the end of a command, including its here-documents, which begin after the line. */
function endOf({ end, suffix }: Bash.Command): number {
  return Math.max(
    end,
    ...suffix.map((item) => (item.type === 'HereDoc' ? (item.closing?.end ?? item.body.end) : item.end)),
  );
}

/** True for a word; the agent ignores arguments that are single numbers or expansions. */
function isWord(item: Bash.Command['suffix'][number]): item is Bash.Word | Bash.Assignment {
  if (item.type === 'Assignment') return true;
  if (item.type !== 'Word' || /^-?\d+$/.test(item.text)) return false;
  const { parts } = item;
  if (parts === undefined || parts.length !== 1) return true;
  return ['Literal', 'Glob', 'SingleQuoted', 'DoubleQuoted', 'BraceExpansion', 'ExtendedGlob'].includes(
    parts[0]?.type ?? '',
  );
}

function maskRanges(text: string, { pos, masks }: ShellRange & { readonly masks: readonly ShellRange[] }): string {
  const isMasked = new Uint8Array(text.length);
  for (const range of masks) isMasked.fill(1, Math.max(range.pos - pos, 0), Math.max(range.end - pos, 0));
  return text.replaceAll(/[<>|&;$`\n]/g, (operator, offset: number) => (isMasked[offset] === 1 ? '_' : operator));
}
