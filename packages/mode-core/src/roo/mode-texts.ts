import type { ModeConfig, PromptComponent } from './mode-config-schema.ts';
import { findModeBySlug, getModeBySlug, modes } from './modes.ts';

/** The texts of a mode that go into a prompt. */
export interface ModeSelection {
  readonly roleDefinition: string;
  readonly baseInstructions: string;
  readonly description: string;
}

/** The texts of the built-in modes by slug, frozen. */
export const defaultPrompts: Readonly<Record<string, PromptComponent>> = Object.freeze(
  Object.fromEntries(
    modes.map(({ slug, roleDefinition, whenToUse, customInstructions, description }) => [
      slug,
      Object.freeze({ roleDefinition, whenToUse, customInstructions, description }),
    ]),
  ),
);

/**
 * The prompt texts of a mode. A custom mode counts alone and ignores `promptComponent`; for a built-in one its texts go first where
 * they are not empty (never the description); an unknown slug gets the first built-in mode's texts, which grants nothing.
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

/** The role of a mode, or `''` when there is none. */
export function getRoleDefinition(modeSlug: string, customModes?: readonly ModeConfig[]): string {
  return getModeBySlug(modeSlug, customModes)?.roleDefinition ?? '';
}

/** The short description of a mode, or `''` when there is none. */
export function getDescription(modeSlug: string, customModes?: readonly ModeConfig[]): string {
  return getModeBySlug(modeSlug, customModes)?.description ?? '';
}

/** When to use a mode, or `''` when it does not say. */
export function getWhenToUse(modeSlug: string, customModes?: readonly ModeConfig[]): string {
  return getModeBySlug(modeSlug, customModes)?.whenToUse ?? '';
}

/** The further instructions of a mode, or `''` when there are none. */
export function getCustomInstructions(modeSlug: string, customModes?: readonly ModeConfig[]): string {
  return getModeBySlug(modeSlug, customModes)?.customInstructions ?? '';
}
