import type { ModeConfig, PromptComponent } from './mode-config-schema.ts';
import { findModeBySlug, getModeBySlug, modes } from './modes.ts';

/** Texts from a mode for use in a prompt. */
export interface ModeSelection {
  readonly roleDefinition: string;
  readonly baseInstructions: string;
  readonly description: string;
}

/** Texts of the built-in modes by slug, frozen. */
export const defaultPrompts: Readonly<Record<string, PromptComponent>> = Object.freeze(
  Object.fromEntries(
    modes.map(({ slug, roleDefinition, whenToUse, customInstructions, description }) => [
      slug,
      Object.freeze({ roleDefinition, whenToUse, customInstructions, description }),
    ]),
  ),
);

/**
 * Returns the prompt texts of a mode. For a custom mode, `promptComponent` is ignored; for a built-in mode, its
 * non-empty texts (but never its description) take precedence. For an unknown slug, returns the texts of the first
 * built-in mode, which allows nothing.
 */
export function getModeSelection(
  mode: string,
  promptComponent?: PromptComponent,
  customModes?: readonly ModeConfig[],
): ModeSelection {
  const custom = findModeBySlug(mode, customModes);
  const base = custom ?? findModeBySlug(mode, modes) ?? modes[0];
  const overriding = custom === undefined ? promptComponent : undefined;
  return {
    roleDefinition: overriding?.roleDefinition || base?.roleDefinition || '',
    baseInstructions: overriding?.customInstructions || base?.customInstructions || '',
    description: base?.description || '',
  };
}

/** Returns the role of a mode, or `''` if there is none. */
export function getRoleDefinition(modeSlug: string, customModes?: readonly ModeConfig[]): string {
  return getModeBySlug(modeSlug, customModes)?.roleDefinition ?? '';
}

/** Returns the short description of a mode, or `''` if there is none. */
export function getDescription(modeSlug: string, customModes?: readonly ModeConfig[]): string {
  return getModeBySlug(modeSlug, customModes)?.description ?? '';
}

/** Returns the text that explains when to use a mode, or `''` if there is none. */
export function getWhenToUse(modeSlug: string, customModes?: readonly ModeConfig[]): string {
  return getModeBySlug(modeSlug, customModes)?.whenToUse ?? '';
}

/** Returns the additional instructions for a mode, or `''` if there are none. */
export function getCustomInstructions(modeSlug: string, customModes?: readonly ModeConfig[]): string {
  return getModeBySlug(modeSlug, customModes)?.customInstructions ?? '';
}
