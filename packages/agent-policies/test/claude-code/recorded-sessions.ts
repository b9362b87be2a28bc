import { type AgentEffect, claudeCodePolicies } from '@modegate/agent-policies';
import { home, project } from './support.ts';

/** A session of Claude Code, and its answers to its model's calls. Texts have `<project>`, `<home>` and `<parent>`. */
export interface RecordedSession {
  /** Texts by path: relative to the project, or with `<home>/`. */
  readonly files: Readonly<Record<string, string>>;
  readonly profile: {
    readonly subagent?: string;
    readonly flags?: string;
    readonly cwd?: string;
    readonly trusted?: boolean;
  };
  /** Calls by answer: commands, and others such as `Write src/a.ts`. */
  readonly answers: Readonly<Record<string, readonly string[]>>;
}

/** A call in the words of Claude Code. */
export interface ClaudeCall {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** Reads a call in the form of recorded sessions. */
export function readClaudeCall(text: string, folder: string): ClaudeCall {
  const [, tool, rest = ''] = /^(Read|Write|Edit|WebFetch|WebSearch|Agent|mcp__\S+)(?: (.*))?$/s.exec(text) ?? [];
  if (tool === undefined) return { tool: 'Bash', arguments: { command: text, description: 'x' } };
  if (tool === 'WebFetch') return { tool, arguments: { url: rest, prompt: 'x' } };
  if (tool === 'WebSearch') return { tool, arguments: { query: rest } };
  if (tool === 'Agent')
    return { tool, arguments: { subagent_type: rest, description: 'd', prompt: 'go', run_in_background: false } };
  if (tool.startsWith('mcp__')) return { tool, arguments: { title: 'x' } };
  const path = rest.startsWith('/') ? rest : `${folder}/${rest}`;
  if (tool === 'Write') return { tool, arguments: { file_path: path, content: 'x' } };
  if (tool === 'Edit') return { tool, arguments: { file_path: path, old_string: 'hello', new_string: 'b' } };
  return { tool, arguments: { file_path: path } };
}

/** A call whose answer differs from that of Claude Code. */
export interface DifferentAnswer {
  readonly kind: 'wider' | 'stricter' | 'unknown' | 'unclear';
  readonly text: string;
}

/** Calls of a session whose answers differ. */
export function compareSession(recorded: RecordedSession): readonly DifferentAnswer[] {
  const { files, profile, answers } = inFolders(recorded);
  const list = Object.entries(files).map(([name, text]) => ({
    path: name.startsWith('/') ? name : `${project}/${name}`,
    name,
    text,
  }));
  const { profiles } = claudeCodePolicies.readProfiles({ project, home, files: list });
  const name = profile.subagent === undefined ? 'claude-code' : `claude-code/${profile.subagent}`;
  const found = profiles.find((one) => one.name === name);
  if (found === undefined) throw new Error(`There is no profile '${name}'.`);
  const trust = profile.trusted === false ? 'untrusted' : 'trusted';
  const circumstances = { trust, cwd: profile.cwd, flags: profile.flags } as const;
  return Object.entries(answers).flatMap(([answer, calls]) =>
    calls.flatMap((call): readonly DifferentAnswer[] => {
      const { effect } = claudeCodePolicies.decideFor(found, readClaudeCall(call, project), circumstances);
      const kind = kindOf(effect, answer);
      const text = `${answer} -> ${effect}: ${call} ${JSON.stringify([recorded.files, recorded.profile])}`;
      return kind === undefined ? [] : [{ kind, text }];
    }),
  );
}

/** Returns the number of calls in a session. */
export function countCalls({ answers }: RecordedSession): number {
  return Object.values(answers).flat().length;
}

function inFolders(session: RecordedSession): RecordedSession {
  const folders = { project, home, parent: project.replace(/\/[^/]+$/, '') };
  const text = JSON.stringify(session);
  return JSON.parse(text.replace(/<(project|home|parent)>/g, (_, name: keyof typeof folders) => folders[name]));
}

/** Ranks of answers; if a model decides, only `unknown` is right. */
const ranks: Readonly<Record<string, number>> = { 'not offered': 0, deny: 0, ask: 1, 'model decides': 1.5, allow: 2 };

function kindOf(effect: AgentEffect, answer: string): DifferentAnswer['kind'] | undefined {
  const [ours, theirs] = [ranks[effect], ranks[answer]];
  if (effect === answer || (effect === 'unknown' && answer === 'model decides')) return undefined;
  if (theirs === undefined) return 'unclear';
  if (ours === undefined) return 'unknown';
  return ours > theirs ? 'wider' : 'stricter';
}
