import type { ToolGroup } from './mode.ts';

/**
 * Groups that exist only in IBM Bob, according to its documentation and to published files. Their effect is unknown, so
 * they allow nothing here, except `execute`, which means `command`.
 */
export const bobGroups: readonly string[] = ['execute', 'skill', 'todo', 'subagent', 'subtask', 'mode'];

/** Bob's groups whose names are different here: `execute` runs commands. */
export const bobWords: Readonly<Record<string, ToolGroup>> = { execute: 'command' };

/** True if only Bob reads the modes file. */
export function isBobFile(file: string | undefined): boolean {
  return file !== undefined && /(?:^|[\\/])\.bob[\\/][^\\/]+$/.test(file);
}
