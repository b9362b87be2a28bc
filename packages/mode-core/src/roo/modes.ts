import { builtinModes } from '../modes/builtin-modes.ts';
import { type ModeConfig, modeConfigSchema } from './mode-config-schema.ts';

/** Slug of a mode, built-in or custom. */
export type Mode = string;

/** Built-in modes in display order, frozen; without the group `browser`, which the upstream project has dropped. */
export const modes: readonly ModeConfig[] = deepFreeze(builtinModes.map((mode) => modeConfigSchema.parse(mode)));

/** Finds a mode by slug: first among the custom modes, then among the built-in modes. */
export function getModeBySlug(slug: string, customModes?: readonly ModeConfig[]): ModeConfig | undefined {
  return findModeBySlug(slug, customModes) ?? findModeBySlug(slug, modes);
}

/**
 * Finds a mode by slug.
 *
 * @throws {Error} `No mode found for slug: <slug>`.
 */
export function getModeConfig(slug: string, customModes?: readonly ModeConfig[]): ModeConfig {
  const mode = getModeBySlug(slug, customModes);
  if (mode === undefined) throw new Error(`No mode found for slug: ${slug}`);
  return mode;
}

/**
 * Lists every mode: the built-in ones in their usual positions, each replaced completely by a custom mode with the same
 * slug, then the other custom modes in order.
 */
export function getAllModes(customModes?: readonly ModeConfig[]): ModeConfig[] {
  const bySlug = new Map(modes.map((mode) => [mode.slug, mode]));
  // Processed in reverse order, so that if two modes have the same slug, the first one takes precedence, as in
  // getModeBySlug.
  for (const custom of (customModes ?? []).toReversed()) if (bySlug.has(custom.slug)) bySlug.set(custom.slug, custom);
  for (const custom of customModes ?? []) if (!bySlug.has(custom.slug)) bySlug.set(custom.slug, custom);
  return [...bySlug.values()];
}

/** True if the custom modes define the slug. */
export function isCustomMode(slug: string, customModes?: readonly ModeConfig[]): boolean {
  return findModeBySlug(slug, customModes) !== undefined;
}

/** Finds a mode by slug in the given list only. */
export function findModeBySlug(slug: string, among: readonly ModeConfig[] | undefined): ModeConfig | undefined {
  return among?.find((mode) => mode.slug === slug);
}

function deepFreeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) for (const member of Object.values(value)) deepFreeze(member);
  return Object.freeze(value);
}
