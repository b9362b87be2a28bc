import { decide } from '@modegate/mode-core';
import { type GroupEntry, getGroupName, getGroupOptions, type ToolGroup } from '@modegate/mode-core/modes';
import { compilePattern } from '@modegate/mode-core/patterns';
import { type CompiledDraft, type ModeDraft, requestOf } from './mode-draft.ts';

/** One group in a draft and the restriction on its files. */
export interface GroupState {
  readonly group: ToolGroup;
  readonly isHeld: boolean;
  readonly fileRegex: string | undefined;
  readonly description: string | undefined;
}

/** The effect of a file restriction. */
export type FileLimitPreview =
  /** The pattern is invalid, so the restriction does not allow any file. */
  | { readonly state: 'broken'; readonly reason: string }
  | { readonly state: 'open' | 'unknown' }
  | { readonly state: 'limited'; readonly opened: readonly string[]; readonly total: number };

/** Returns the state of one group in a draft. */
export function readGroup({ groups = [] }: ModeDraft, group: ToolGroup): GroupState {
  const entry = groups.find((candidate) => getGroupName(candidate) === group);
  const options = entry === undefined ? undefined : getGroupOptions(entry);
  return { group, isHeld: entry !== undefined, fileRegex: options?.fileRegex, description: options?.description };
}

/** Returns the groups of a draft with one of them changed; the other options of that group are preserved. */
export function writeGroup(
  { groups = [] }: ModeDraft,
  { group, isHeld, fileRegex, description }: GroupState,
): readonly GroupEntry[] {
  const index = groups.findIndex((candidate) => getGroupName(candidate) === group);
  if (!isHeld) return groups.filter((candidate) => getGroupName(candidate) !== group);
  const before = groups[index];
  const { fileRegex: _pattern, description: _words, ...others } = (before && getGroupOptions(before)) ?? {};
  const options = {
    ...(fileRegex === undefined || fileRegex === '' ? {} : { fileRegex }),
    ...(description === undefined || description === '' ? {} : { description }),
    ...others,
  };
  const entry: GroupEntry = Object.keys(options).length === 0 ? group : [group, options];
  return index < 0 ? [...groups, entry] : groups.with(index, entry);
}

/** Uses `decide` to determine which of the project's files a group allows in a draft. */
export function previewFileLimit(
  { policy, opened, draft, slug }: CompiledDraft,
  group: 'read' | 'edit',
): FileLimitPreview {
  const { fileRegex, isHeld } = readGroup(draft, group);
  if (!isHeld || fileRegex === undefined || fileRegex === '') return { state: 'open' };
  const pattern = compilePattern(fileRegex);
  if (!pattern.ok) return { state: 'broken', reason: pattern.message };
  const { files } = opened.project;
  if (files === undefined) return { state: 'unknown' };
  const tool = group === 'read' ? 'read_file' : 'write_to_file';
  const may = (path: string) =>
    decide(policy, requestOf(opened.project, { mode: slug, tool, params: { path } })).allowed;
  return { state: 'limited', opened: files.filter(may), total: files.length };
}

/**
 * Returns the last parts of the JSON pointers to the file patterns that have a form field: those of a draft's first
 * read and edit entries.
 */
export function patternFields({ groups = [] }: ModeDraft): readonly string[] {
  const names: readonly string[] = groups.map(getGroupName);
  return ['read', 'edit'].map((group) => `/groups/${names.indexOf(group)}/1/fileRegex`);
}
