import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type {
  AgentAnswer,
  AgentCircumstances,
  AgentProfile,
  AgentReading,
  AgentToolCall,
  OpencodeRules,
  PermissionFiles,
} from '@modegate/agent-policies';

const beside = join(import.meta.dirname, '../../../../../shared');

/** Folder with the recorded answers and the corpus, next to the repository; a worktree is one folder deeper. */
export const recordings = existsSync(beside) ? beside : join(beside, '../../shared');

/** Folders that the recorded answers name. */
export const folders = { project: '/home/u/p/project', home: '/home/u/p/home', parent: '/home/u/p' } as const;

/** Replaces `<project>`, `<home>` and `<parent>`. */
export function fill(text: string): string {
  return text.replaceAll(/<(project|home|parent)>/g, (_, name: keyof typeof folders) => folders[name]);
}

/** Returns files by path: relative to the project, or with a placeholder at the start. */
export function filesOf(files: Readonly<Record<string, string>>): PermissionFiles {
  return {
    project: folders.project,
    home: folders.home,
    files: Object.entries(files).map(([name, text]) => ({
      path: name.startsWith('<') ? fill(name) : `${folders.project}/${name}`,
      text: fill(text),
      name,
    })),
  };
}

/** One of the two agents. */
export interface AgentUnderTest {
  readonly readProfiles: (files: PermissionFiles) => AgentReading<OpencodeRules>;
  readonly decideFor: (
    profile: AgentProfile<OpencodeRules>,
    call: AgentToolCall,
    circumstances: AgentCircumstances,
  ) => AgentAnswer;
}

/** A call: a shell command, or a tool with its arguments. */
export type Call = string | AgentToolCall;

/** Returns an agent's answer, by default in the profile of the first agent. */
export function ask(
  agent: AgentUnderTest,
  files: Readonly<Record<string, string>>,
  { profile, call, ...circumstances }: AgentCircumstances & { readonly profile: string; readonly call: Call },
): AgentAnswer {
  const { profiles } = agent.readProfiles(filesOf(files));
  const found = profiles.find(({ name }) => name === profile);
  if (found === undefined)
    throw new Error(`No profile ${profile} among ${profiles.map(({ name }) => name).join(', ')}`);
  const whole = typeof call === 'string' ? { tool: 'bash', arguments: { command: call } } : call;
  return agent.decideFor(found, JSON.parse(fill(JSON.stringify(whole))) as AgentToolCall, circumstances);
}

/** Returns a call to `write`. */
export function write(filePath: string): AgentToolCall {
  return { tool: 'write', arguments: { filePath: `<project>/${filePath}`, content: 'x' } };
}

/** Returns a call to `read`. */
export function read(filePath: string): AgentToolCall {
  return {
    tool: 'read',
    arguments: { filePath: filePath.startsWith('<') || filePath.startsWith('/') ? filePath : `<project>/${filePath}` },
  };
}

/** A recorded call and the agent's answer to it. */
export interface GoldenCase {
  readonly id: string;
  readonly agent: string;
  readonly files: Readonly<Record<string, string>>;
  readonly profile: string;
  readonly call: AgentToolCall;
  readonly answer: 'allow' | 'ask' | 'deny' | 'gone';
}

/** Compares a given answer with the recorded one; `gone` and deny are equally strict. */
export function compare(given: AgentAnswer['effect'], recorded: GoldenCase['answer']): string {
  if (given === 'unknown') return 'unknown';
  const rank = { 'not offered': 0, gone: 0, deny: 0, ask: 1, allow: 2 } as const;
  if (rank[given] === rank[recorded]) return 'equal';
  return rank[given] > rank[recorded] ? 'wider' : 'stricter';
}
