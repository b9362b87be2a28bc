import { areConditions } from './condition-oracle.ts';
import {
  type Fields,
  isFields,
  isFilledText,
  isGroupEntry,
  isNameList,
  isRestrictions,
  isTextOrAbsent,
} from './oracle-shapes.ts';

/** A mode as its document has it, with the modes it extends. */
export interface OracleMode {
  readonly groups: readonly unknown[];
  readonly restrictions: Fields;
  readonly zooServers: readonly string[] | undefined;
  readonly parents: readonly OracleMode[];
  readonly isBuiltin: boolean;
}

const builtins: Readonly<Record<string, readonly unknown[]>> = {
  architect: ['read', ['edit', { fileRegex: '\\.md$' }], 'mcp'],
  code: ['read', 'edit', 'command', 'mcp'],
  ask: ['read', 'mcp'],
  debug: ['read', 'edit', 'command', 'mcp'],
  orchestrator: [],
};

/** The mode of a slug in documents from the strongest to the weakest, then among the built-in ones; `broken` refuses everything. */
export function findOracleMode(documents: readonly unknown[], slug: unknown): OracleMode | Unusable {
  return findMode(documents, slug, []);
}

type Unusable = 'none' | 'broken' | 'unsure';

/** `above` are the modes that asked for this one, so that a circle is seen. */
function findMode(documents: readonly unknown[], slug: unknown, above: readonly Fields[]): OracleMode | Unusable {
  for (const [index, document] of documents.entries()) {
    if (document === undefined) continue;
    if (!isFields(document) || !Array.isArray(document.customModes)) return 'unsure';
    const modes = document.customModes as readonly unknown[];
    if (modes.some((mode) => mayBeMeantFor(mode, slug))) return 'unsure';
    const found = modes.find((mode) => isFields(mode) && mode.slug === slug);
    if (!isFields(found) || typeof slug !== 'string' || !/^[a-zA-Z0-9-]+$/.test(slug)) continue;
    return above.includes(found) ? 'broken' : readMode(found, documents.slice(index), above);
  }
  const groups = typeof slug === 'string' && Object.hasOwn(builtins, slug) ? builtins[slug] : undefined;
  if (groups === undefined) return 'none';
  return { groups, restrictions: {}, zooServers: undefined, parents: [], isBuiltin: true };
}

/** An entry without a usable slug, or with one that differs in its writing only: which mode it closes is a choice of ours, not a rule. */
function mayBeMeantFor(mode: unknown, slug: unknown): boolean {
  if (!isFields(mode) || typeof mode.slug !== 'string' || !/^[a-zA-Z0-9-]+$/.test(mode.slug)) return true;
  const fold = (text: string) => text.toLowerCase().replaceAll('-', '');
  return typeof slug === 'string' && mode.slug !== slug && fold(mode.slug) === fold(slug);
}

/** Documents stand for the mode's own layer and the weaker ones. */
function readMode(
  mode: Fields,
  documents: readonly unknown[],
  above: readonly Fields[],
): OracleMode | 'broken' | 'unsure' {
  if (!isFilledText(mode.name) || !isFilledText(mode.roleDefinition) || !Array.isArray(mode.groups)) return 'broken';
  const groups = mode.groups as readonly unknown[];
  const texts = ['whenToUse', 'description', 'customInstructions'].every((key) => isTextOrAbsent(mode[key]));
  const names = groups.map((entry) => (Array.isArray(entry) ? entry[0] : entry));
  const areGroups = groups.every(isGroupEntry) && new Set(names).size === names.length;
  const { mcpRestrictions: restrictions = {}, allowedMcpServers: zoo } = mode;
  if (!texts || !areGroups || !isRestrictions(restrictions) || Object.keys(mode).some(isMisspelt)) return 'unsure';
  if (zoo !== undefined && !isNameList(zoo)) return 'unsure';
  const { allowedTools = [], disallowedTools = [] } = restrictions;
  const entries = [restrictions, allowedTools, disallowedTools].flat() as unknown as readonly Fields[];
  if (!entries.every(areConditions)) return 'unsure';
  const parents = readParents(mode, restrictions.extends, { documents, above });
  return typeof parents === 'string' ? parents : { groups, restrictions, zooServers: zoo, parents, isBuiltin: false };
}

/** A key that may be a misspelt or misplaced restriction: what becomes of those is a choice of ours, not a rule. */
function isMisspelt(key: string): boolean {
  if (key === 'extends' || key === 'schedule' || key === 'when') return true;
  return /mcp|server|tool|restrict|allow/i.test(key) && key !== 'mcpRestrictions' && key !== 'allowedMcpServers';
}

/** A parent is in the layer of the mode or in a weaker one; under its own slug a mode means the one it hides. */
function readParents(
  mode: Fields,
  given: unknown,
  { documents, above }: { readonly documents: readonly unknown[]; readonly above: readonly Fields[] },
): readonly OracleMode[] | 'broken' | 'unsure' {
  if (given === undefined) return [];
  const slugs: readonly unknown[] = Array.isArray(given) ? given : [given];
  const areSlugs = slugs.every((slug) => typeof slug === 'string' && /^[a-zA-Z0-9-]+$/.test(slug));
  if (slugs.length === 0 || !areSlugs) return 'broken';
  const found = slugs.map((slug) =>
    findMode(slug === mode.slug ? documents.slice(1) : documents, slug, [...above, mode]),
  );
  if (found.includes('none') || found.includes('broken')) return 'broken';
  return found.includes('unsure') ? 'unsure' : (found as readonly OracleMode[]);
}
