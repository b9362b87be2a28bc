import { builtinModes } from '../modes/builtin-modes.ts';
import { type ModeConfig, modeConfigSchema } from './mode-config-schema.ts';

/** The slug of a mode, built-in or custom. */
export type Mode = string;

/** The built-in modes in display order, frozen; without the group `browser`, which upstream dropped. */
export const modes: readonly ModeConfig[] = deepFreeze(builtinModes.map((mode) => modeConfigSchema.parse(mode)));

/** The mode of a slug: a custom one first, then a built-in one, else undefined. */
export function getModeBySlug(slug: string, customModes?: readonly ModeConfig[]): ModeConfig | undefined {
  return findModeBySlug(slug, customModes) ?? findModeBySlug(slug, modes);
}

/**
 * The mode of a slug.
 *
 * @throws {Error} `No mode found for slug: <slug>`.
 */
export function getModeConfig(slug: string, customModes?: readonly ModeConfig[]): ModeConfig {
  const mode = getModeBySlug(slug, customModes);
  if (mode === undefined) throw new Error(`No mode found for slug: ${slug}`);
  return mode;
}

/** Every mode: built-in ones in their places, each replaced whole by a custom one of its slug, then the other custom ones in order. */
export function getAllModes(customModes?: readonly ModeConfig[]): ModeConfig[] {
  const bySlug = new Map(modes.map((mode) => [mode.slug, mode]));
  // From the last to the first, so that of two with one slug the first counts, as it does for getModeBySlug.
  for (const custom of (customModes ?? []).toReversed()) if (bySlug.has(custom.slug)) bySlug.set(custom.slug, custom);
  for (const custom of customModes ?? []) if (!bySlug.has(custom.slug)) bySlug.set(custom.slug, custom);
  return [...bySlug.values()];
}

/** Whether the custom modes define the slug. */
export function isCustomMode(slug: string, customModes?: readonly ModeConfig[]): boolean {
  return findModeBySlug(slug, customModes) !== undefined;
}

/** The mode of a slug in the given list only. */
export function findModeBySlug(slug: string, among: readonly ModeConfig[] | undefined): ModeConfig | undefined {
  return among?.find((mode) => mode.slug === slug);
}

function deepFreeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) for (const member of Object.values(value)) deepFreeze(member);
  return Object.freeze(value);
}
