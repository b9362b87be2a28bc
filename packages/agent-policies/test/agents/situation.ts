import type { AgentEffect, AgentToolCall, PermissionFiles } from '@modegate/agent-policies';

/** A project with files, and the sessions in it. */
export interface Situation {
  /**
   * Texts by path: relative to the project, or with `<home>` or `<parent>` at the start. Texts may contain these words
   * too.
   */
  readonly files: Readonly<Record<string, string>>;
  /** Symbolic links by path, with their targets. */
  readonly links?: Readonly<Record<string, string>>;
  readonly sessions: readonly Session[];
}

/** Calls of one agent. */
export interface Session {
  /** Name of the agent, such as `build`. */
  readonly profile: string;
  /** Agent that starts it as its subagent; it must be allowed to. */
  readonly calledBy?: string;
  /** Folder of the project in which it starts. Default: the project's. */
  readonly start?: string;
  readonly calls: readonly AgentToolCall[];
}

/**
 * Outcome of a call in an agent: `gone` is a tool that it does not offer, `failed` a call that fails before a rule
 * counts.
 */
export type RecordedAnswer = 'allow' | 'ask' | 'deny' | 'gone' | 'failed';

/** Folders of a situation. */
export interface SituationFolders {
  readonly project: string;
  readonly home: string;
  readonly parent: string;
}

/** Returns the folders of the situation with an index, always the same, so that recorded answers stay valid. */
export function foldersOf(root: string, { files }: Situation, index: number): SituationFolders {
  const parent = `${root}/${index}`;
  const isOwnHome = Object.keys(files).some((path) => path.startsWith('<home>'));
  return { parent, project: `${parent}/project`, home: isOwnHome ? `${parent}/home` : `${root}/home` };
}

/** Replaces `<project>`, `<home>` and `<parent>`. */
export function fillFolders(text: string, folders: SituationFolders): string {
  return text.replaceAll(/<(project|home|parent)>/g, (_, name: keyof SituationFolders) => folders[name]);
}

/** Returns the call with the folders filled in. */
export function callIn(call: AgentToolCall, folders: SituationFolders): AgentToolCall {
  return JSON.parse(fillFolders(JSON.stringify(call), folders)) as AgentToolCall;
}

/** Returns the files as a reader accepts them. */
export function filesIn({ files }: Situation, folders: SituationFolders): PermissionFiles {
  const { project, home } = folders;
  return {
    project,
    home,
    files: Object.entries(files).map(([name, text]) => ({
      path: name.startsWith('<') ? fillFolders(name, folders) : `${project}/${name}`,
      text: fillFolders(text, folders),
      name,
    })),
  };
}

/** Returns absolute links, in the form that a call's circumstances have. */
export function linksIn({ links = {} }: Situation, { project }: SituationFolders): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(links).map(([path, target]) => [`${project}/${path}`, target]));
}

/** Comparison of a given answer with the agent's. */
export type Comparison = 'equal' | 'wider' | 'stricter' | 'unknown';

/** Compares answers; a tool that is not offered is as strict as a denial. */
export function compareAnswers(given: AgentEffect, theirs: Exclude<RecordedAnswer, 'failed'>): Comparison {
  if (given === 'unknown') return 'unknown';
  const rank = { 'not offered': 0, gone: 0, deny: 0, ask: 1, allow: 2 } as const;
  if (rank[given] === rank[theirs]) return 'equal';
  return rank[given] > rank[theirs] ? 'wider' : 'stricter';
}
