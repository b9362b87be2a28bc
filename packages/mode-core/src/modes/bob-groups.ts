import type { ToolGroup } from './mode.ts';

/**
 * The groups that only IBM Bob has, by its documents and the files that people publish. What they open is not known, so that they grant nothing
 * here; only `execute` is another word for `command`.
 */
export const bobGroups: readonly string[] = ['execute', 'skill', 'todo', 'subagent', 'subtask', 'mode'];

/** Groups of Bob that have another name here, by its documents: `execute` runs commands. */
export const bobWords: Readonly<Record<string, ToolGroup>> = { execute: 'command' };

/** Whether a modes file is one that only Bob reads. */
export function isBobFile(file: string | undefined): boolean {
  return file !== undefined && /(?:^|[\\/])\.bob[\\/][^\\/]+$/.test(file);
}
