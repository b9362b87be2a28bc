import type { JudgeOptions } from './judge-options.ts';
import type { ResolvedPath } from './path-lookup.ts';
import { isProtectedFile } from './protected-files.ts';
import { quote } from './reading/read-json.ts';
import { refuseCall, type Verdict } from './verdict.ts';

/** @internal Refuses a write to a location that controls what agents may do; returns undefined for other locations. */
export function findProtected(
  places: readonly ResolvedPath[],
  { protect = true, isProtected = () => false }: JudgeOptions,
): Verdict | undefined {
  if (!protect) return undefined;
  const found = places.find(({ absolute }) => isProtectedFile(absolute) || isProtected(absolute));
  if (found === undefined) return undefined;
  const reason = 'decides what agents may do, so no mode may change it. Ask the user to change it.';
  return refuseCall('FILE_PROTECTED', `${quote(found.path)} ${reason}`);
}

/**
 * @internal Refuses a change to an unknown part of a folder that contains protected locations; returns undefined for
 * other folders.
 */
export function findProtectedFolder(
  places: readonly ResolvedPath[],
  { protect = true, hasProtected = () => false }: JudgeOptions,
): Verdict | undefined {
  const found = protect ? places.find(({ absolute, kind }) => kind === 'folder' && hasProtected(absolute)) : undefined;
  if (found === undefined) return undefined;
  const reason = `${quote(found.path === '' ? '.' : found.path)} contains files that decide what agents may do, and the command might change those files. Specify the files that the command writes, or use another folder.`;
  return refuseCall('FILE_PROTECTED', reason);
}

const writing: ReadonlySet<string> = new Set(['write_to_file', 'edit', 'apply_patch', 'delete_file']);

/** @internal True for the catalogue tools with which calls write files. */
export function isWriting(tool: string): boolean {
  return writing.has(tool);
}
