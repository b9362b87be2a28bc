import type { AgentProfile, AgentReading } from '../../agent-answer.ts';
import type { PermissionFile } from '../../permission-files.ts';
import type { OpencodeRules } from '../agent-rules.ts';
import { valueAt } from '../file-value.ts';
import { isWithin, parentFolder } from '../paths.ts';
import { readPermission } from '../permission-map.ts';
import { readFileJsonc } from '../read-file-jsonc.ts';
import { rulesOf } from '../rules.ts';
import { type FiledRule, isFiled, keyOf } from './filed-rule.ts';

/** @internal Contents of the files, and the agents of every start folder. */
export interface ReadRules extends Pick<AgentReading<OpencodeRules>, 'profiles' | 'read'> {
  readonly files: readonly PermissionFile[];
}

/** @internal Lists rules in a start folder's settings files that no agent has, because another file replaced them. */
export function listOverwritten(
  { rules: { start, home } }: AgentProfile<OpencodeRules>,
  { profiles, read, files }: ReadRules,
): readonly FiledRule[] {
  const readable = new Set(read.filter(({ contents }) => contents !== 'not readable').map(({ file }) => file));
  const own = files.filter(
    ({ name, path }) => readable.has(name) && /\.jsonc?$/.test(name) && isWithin(folderOf(path), start),
  );
  if (own.length < 2) return [];
  const held = new Set(profiles.flatMap(({ rules: { rules } }) => rules.filter(isFiled).map(keyOf)));
  return own
    .flatMap((file) => writtenRules(file, home))
    .filter((rule) => rule.action !== 'unknown' && !rule.uncertain && !held.has(keyOf(rule)));
}

/** Returns the folder to which a file belongs: the parent folder of `.opencode`, `.kilo` or `.kilocode`. */
function folderOf(path: string): string {
  const folder = parentFolder(path);
  return /\/\.(?:opencode|kilo|kilocode)$/.test(folder) ? parentFolder(folder) : folder;
}

function writtenRules({ text, name }: PermissionFile, home: string): readonly FiledRule[] {
  const root = readFileJsonc(text);
  const permission = root === undefined || 'what' in root ? undefined : valueAt(root, 'permission');
  if (permission === undefined) return [];
  return rulesOf(readPermission(permission, { file: name, acceptsNull: true, faults: [] }), home).filter(isFiled);
}
