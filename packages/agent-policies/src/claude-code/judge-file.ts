import type { AgentToolCall } from '../agent-answer.ts';
import type { ClaudeRule } from './claude-rules.ts';
import type { ClaudeSession } from './claude-session.ts';
import { type Findings, isBareRule, type Otherwise } from './findings.ts';
import { bothEnds, isInFolders, rulesForPath } from './path-rules.ts';
import { absolutePath, isProtectedPath, isWithin, toPosixPath } from './paths.ts';

/** Tools that read or change one file, with the argument that names it. */
export const fileTools: Readonly<Record<string, { readonly parameter: string; readonly isEdit: boolean }>> = {
  Read: { parameter: 'file_path', isEdit: false },
  Write: { parameter: 'file_path', isEdit: true },
  Edit: { parameter: 'file_path', isEdit: true },
  NotebookEdit: { parameter: 'notebook_path', isEdit: true },
};

/** Judges a call of a tool that reads or changes one file. */
export function judgeFile(session: ClaudeSession, { tool, arguments: given }: AgentToolCall): Findings {
  const { parameter, isEdit } = fileTools[tool] ?? { parameter: 'file_path', isEdit: true };
  const named = given[parameter];
  const isNamed = typeof named === 'string' && named !== '';
  const written = isNamed ? toPosixPath(named, session.platform) : '.';
  const path = absolutePath(written, session.start, session.home);
  const matching = (rules: readonly ClaudeRule[], restricts: boolean) => {
    const found = new Set(rules.filter((rule) => isBareRule(rule, tool)));
    if (isNamed && (isEdit || restricts)) add(found, rulesForPath(session, { rules, tool: 'Edit', path }), isEdit);
    if (isNamed && (!isEdit || restricts)) add(found, rulesForPath(session, { rules, tool: 'Read', path }), true);
    return rules.filter((rule) => found.has(rule));
  };
  const allow = matching(session.allow, false);
  return {
    deny: matching(session.deny, true),
    ask: matching(session.ask, true),
    allow,
    isAllowed: allow.length > 0,
    isEdit,
    unsettledDenial: isWithin(path, session.start) ? undefined : reachOutside(session.deny, isEdit),
    protectedFile: isEdit ? protectionOf(session, path) : undefined,
    otherwise: isEdit ? otherwiseForEdit(session, path) : otherwiseForRead(session, path),
  };
}

function add(found: Set<ClaudeRule>, rules: readonly ClaudeRule[], counts: boolean): void {
  if (counts) for (const rule of rules) found.add(rule);
}

/** Sentence about a file that Claude Code asks for even where edits are allowed. */
export function protectionOf(session: ClaudeSession, path: string): string | undefined {
  const found = bothEnds(session, path).find(isProtectedPath);
  return found === undefined ? undefined : `Claude Code asks before it changes '${found}', whatever the rules allow.`;
}

/** The recorded cases leave open whether `**` under `deny` ends at the start folder. */
function reachOutside(deny: readonly ClaudeRule[], isEdit: boolean): string | undefined {
  const counts = ({ tool, specifier }: ClaudeRule) =>
    specifier === '**' && (tool === 'Read' || (isEdit && tool === 'Edit'));
  const found = deny.find(counts);
  return found && `Whether the denial '${found.text}' reaches files outside the start folder is not recorded.`;
}

function otherwiseForRead(session: ClaudeSession, path: string): Otherwise {
  if (isInFolders(session, path))
    return { effect: 'allow', because: 'Claude Code reads files in its working folders without a question.' };
  const { mode, isAgentMode } = session;
  if (mode === 'auto' || (mode === 'plan' && !isAgentMode))
    return { effect: 'allow', because: `The mode ${mode} reads files outside the working folders without a question.` };
  return { effect: 'ask', because: 'No rule decides, and the file is outside the working folders.' };
}

function otherwiseForEdit(session: ClaudeSession, path: string): Otherwise {
  const { mode } = session;
  const isInside = isInFolders(session, path);
  if (isInside && (mode === 'acceptEdits' || mode === 'auto'))
    return { effect: 'allow', because: `The mode ${mode} allows changes in the working folders.` };
  if (mode === 'auto')
    return {
      effect: 'unknown',
      because: 'In the mode auto, a model decides about changes outside the working folders.',
    };
  const because = isInside ? 'No rule allows this change.' : 'No rule allows this change outside the working folders.';
  return { effect: 'ask', because };
}
