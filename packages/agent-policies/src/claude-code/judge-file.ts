import type { AgentToolCall } from '../agent-answer.ts';
import { liesInside } from '../paths.ts';
import type { ClaudeRule } from './claude-rules.ts';
import type { ClaudeSession } from './claude-session.ts';
import { refuseDevice } from './device-files.ts';
import type { Findings, Otherwise } from './findings.ts';
import { bothEnds, isInFolders, matchesPathRule, type RuledFile } from './path-rules.ts';
import { absolutePath, isProtectedPath, toPosixPath } from './paths.ts';
import { namesWholeTool } from './server-rules.ts';

/** Tools that read or change one file, each with the argument that specifies the file. */
export const fileTools: Readonly<Record<string, { readonly parameter: string; readonly isEdit: boolean }>> = {
  Read: { parameter: 'file_path', isEdit: false },
  Write: { parameter: 'file_path', isEdit: true },
  Edit: { parameter: 'file_path', isEdit: true },
  NotebookEdit: { parameter: 'notebook_path', isEdit: true },
};

/** Evaluates a call to a tool that reads or changes one file. */
export function judgeFile(session: ClaudeSession, call: AgentToolCall): Findings {
  const { tool } = call;
  const { path, isNamed, isEdit } = fileOf(session, call);
  const reaches = (rule: ClaudeRule, tools: readonly RuledFile['tool'][]) =>
    isNamed && tools.some((one) => matchesPathRule(session, rule, { tool: one, path }));
  const denies = (rule: ClaudeRule) =>
    namesWholeTool(rule, tool) ||
    (isEdit && namesWholeTool(rule, 'Read')) ||
    reaches(rule, isEdit ? ['Read', 'Edit'] : ['Read']);
  const asks = (rule: ClaudeRule) => namesWholeTool(rule, tool) || reaches(rule, isEdit ? ['Edit'] : ['Read']);
  const allows = (rule: ClaudeRule) =>
    (namesWholeTool(rule, tool) && (!rule.text.endsWith('(*)') || isInFolders(session, path))) ||
    reaches(rule, isEdit ? ['Edit'] : ['Read', 'Edit']);
  const allow = session.allow.filter(allows);
  return {
    deny: session.deny.filter(denies),
    ask: session.ask.filter(asks),
    allow,
    isAllowed: allow.length > 0,
    isEdit,
    protectedFile: isEdit ? protectionOf(session, path) : undefined,
    otherwise: isEdit ? otherwiseForEdit(session, path) : otherwiseForRead(session, path),
  };
}

/** Returns a sentence about a file that the tool refuses before any rule is checked. */
export function refusedFile(session: ClaudeSession, call: AgentToolCall): string | undefined {
  const { path, isEdit } = fileOf(session, call);
  return session.platform === 'win32' ? undefined : refuseDevice(path, isEdit);
}

function fileOf({ platform, start, home }: ClaudeSession, { tool, arguments: given }: AgentToolCall) {
  const { parameter, isEdit } = fileTools[tool] ?? { parameter: 'file_path', isEdit: true };
  const named = given[parameter];
  const isNamed = typeof named === 'string' && named !== '';
  return { path: absolutePath(isNamed ? toPosixPath(named, platform) : '.', start, home), isNamed, isEdit };
}

/** Returns a sentence about a file for which Claude Code asks for permission even if edits are allowed. */
export function protectionOf(session: ClaudeSession, path: string): string | undefined {
  const below = (one: string) => (liesInside(session.start, one) ? one.slice(session.start.length) : one);
  const found = bothEnds(session, path).find((one) => isProtectedPath(below(one)));
  return found === undefined ? undefined : `Claude Code asks before it changes '${found}', whatever the rules allow.`;
}

function otherwiseForRead(session: ClaudeSession, path: string): Otherwise {
  if (isInFolders(session, path))
    return { effect: 'allow', because: 'Claude Code reads files in its working folders without asking.' };
  const { mode, asksModel } = session;
  const because = `In the mode ${mode}, Claude Code reads files outside the working folders without asking.`;
  if (asksModel) return { effect: 'allow', because, isOfMode: true };
  return { effect: 'ask', because: 'No rule decides, and the file is outside the working folders.' };
}

function otherwiseForEdit(session: ClaudeSession, path: string): Otherwise {
  const { mode } = session;
  const isInside = isInFolders(session, path);
  if (isInside && (mode === 'acceptEdits' || mode === 'auto'))
    return { effect: 'allow', because: `The mode ${mode} allows changes in the working folders.`, isOfMode: true };
  if (mode === 'auto')
    return {
      effect: 'unknown',
      because: 'In the mode auto, a model decides about changes outside the working folders.',
    };
  const because = isInside ? 'No rule allows this change.' : 'No rule allows this change outside the working folders.';
  return { effect: 'ask', because };
}
