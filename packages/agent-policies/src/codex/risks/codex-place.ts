import { quoteWord } from '@modegate/shell-commands';
import type { AgentAnswer, AgentCircumstances, AgentProfile, AgentReading, AgentToolCall } from '../../agent-answer.ts';
import type { PermissionFiles } from '../../permission-files.ts';
import type { RiskDraft } from '../../risks/group-risks.ts';
import type { CodexConfigFile, CodexPrefixRule, CodexRules } from '../codex-rules.ts';
import { openForCodex } from '../decide-for-codex.ts';
import { createStatementFinder, type RuleStatement } from './statement-edits.ts';

/** @internal A session in a start folder, with the Codex files of that folder. */
export interface CodexPlace {
  /** Rules from the folder's own files, if Codex can load them all. */
  readonly rules: readonly CodexPrefixRule[];
  readonly configs: readonly CodexConfigFile[];
  /** Returns the text of the file with the given name. */
  readonly textOf: (name: string | undefined) => string;
  /** Returns the statement that defines a rule in its file. */
  readonly statementOf: (rule: CodexPrefixRule) => RuleStatement | undefined;
  readonly ask: (call: AgentToolCall) => AgentAnswer;
  /** Opens the session under other circumstances. */
  readonly open: (circumstances: AgentCircumstances) => CodexPlace['ask'];
}

/** @internal Returns each start folder in which Codex starts. */
export function codexPlaces({ profiles }: AgentReading<CodexRules>, { files }: PermissionFiles): readonly CodexPlace[] {
  const sessions = profiles.filter((profile) => profile.rules.role === undefined && profile.doesNotStart === undefined);
  const texts = new Map(files.map(({ name, text }) => [name, text]));
  return sessions.map((session) => placeOf(session, texts));
}

function placeOf(session: AgentProfile<CodexRules>, texts: ReadonlyMap<string, string>): CodexPlace {
  const { folder, rules, configs } = session.rules;
  const isOwn = ({ path }: { readonly path: string }) => path.startsWith(`${folder}/.codex/`);
  const isBroken = rules.some(({ fault }) => fault !== undefined);
  const textOf = (name = '') => texts.get(name) ?? '';
  return {
    rules: isBroken ? [] : rules.filter(isOwn).flatMap(({ prefixRules }) => prefixRules),
    configs: configs.filter(isOwn),
    textOf,
    statementOf: createStatementFinder(textOf),
    ask: openForCodex(session, {}),
    open: (circumstances) => openForCodex(session, circumstances),
  };
}

/** @internal Returns a call that runs a command. */
export function run(cmd: string): AgentToolCall {
  return { tool: 'exec_command', arguments: { cmd } };
}

/** @internal Returns the words of a pattern, using the first of each list of alternatives. */
export function patternWords({ pattern }: CodexPrefixRule): readonly string[] {
  return pattern.map(([word = '']) => word);
}

/** @internal Returns a command that begins with the words of a pattern. */
export function commandOf(rule: CodexPrefixRule): string {
  return patternWords(rule).map(quoteWord).join(' ');
}

/** @internal True if this rule is among those that decided the answer. */
export function decides({ source }: CodexPrefixRule, { by }: AgentAnswer): boolean {
  return by.some(({ file, line, rule }) => file === source.file && line === source.line && rule === source.rule);
}

/** @internal Returns the location of a rule. */
export function placeOfRule(rule: CodexPrefixRule): Pick<RiskDraft, 'file' | 'line' | 'written'> {
  return { file: rule.source.file ?? '', line: rule.source.line ?? 1, written: commandOf(rule) };
}

/** @internal Describes how a command runs if no rule prevents it, and how severe this is. */
export function describeRun({ within }: AgentAnswer): Pick<RiskDraft, 'severity'> & { readonly where: string } {
  return within === undefined
    ? { severity: 'error', where: 'without asking and without a sandbox' }
    : { severity: 'warning', where: 'in the sandbox without asking' };
}

/** @internal Returns the verb for a decision. */
export function verbOf({ decision }: CodexPrefixRule): string {
  return { allow: 'allows', prompt: 'asks about', forbidden: 'forbids' }[decision];
}
