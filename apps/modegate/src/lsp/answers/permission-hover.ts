import { join } from 'node:path';
import type { Hover, Position } from 'vscode-languageserver/node';
import type { CheckedProject } from '../../commands/check-project.ts';
import type { LoadedProfiles } from '../../profiles/load-profiles.ts';
import { findRuleUses, type RuleUse } from '../../profiles/rule-uses.ts';
import { describePermissionRule } from './describe-permission-rule.ts';

/**
 * Explains the rule at a position in a file with an agent's own permissions, based on the answers of each agent that
 * reads it.
 */
export function permissionHoverAt(
  { agents, settings }: CheckedProject,
  path: string,
  position: Position,
): Hover | undefined {
  const found = agents.flatMap((loaded) =>
    [...loaded.texts].flatMap((source) =>
      join(settings.place.repository, source[0]) === path ? usesAt(loaded, source, position) : [],
    ),
  );
  if (found.length === 0) return undefined;
  return { contents: { kind: 'markdown', value: found.map(describePermissionRule).join('\n\n---\n\n') } };
}

/**
 * Returns the rules on the line; if the line has quoted words, only the rules that contain the word at the position.
 */
function usesAt(
  loaded: LoadedProfiles,
  [file, text]: readonly [file: string, text: string],
  { line, character }: Position,
): readonly RuleUse[] {
  const uses = rulesOf(loaded).get(`${file}:${line + 1}`) ?? [];
  const written = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)[line] ?? '';
  const words = [...written.matchAll(/(["'])((?:\\.|(?!\1).)*)\1/g)];
  if (words.length === 0) return uses;
  const word = words.find(({ index, 0: { length } }) => index <= character && character <= index + length)?.[2];
  return word === undefined ? [] : uses.filter(({ rule }) => rule.rule.includes(word.replaceAll('\\"', '"')));
}

/** Every check reloads its agents, so answers remain valid for as long as the loaded content does. */
const known = new WeakMap<LoadedProfiles, ReturnType<typeof findRuleUses>>();

function rulesOf(loaded: LoadedProfiles): ReturnType<typeof findRuleUses> {
  const found = known.get(loaded) ?? findRuleUses(loaded);
  known.set(loaded, found);
  return found;
}
