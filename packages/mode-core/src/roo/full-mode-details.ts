import type { ModeConfig, PromptComponent } from './mode-config-schema.ts';
import { getModeBySlug, modes } from './modes.ts';

/** Options for completing the instructions of a mode. */
export interface FullModeOptions {
  /** Project folder whose rules are part of the instructions. */
  readonly cwd?: string | undefined;
  readonly globalCustomInstructions?: string | undefined;
  readonly language?: string | undefined;
  /**
   * Adds the rules of a folder to a mode's instructions; provided by the extension. If absent, no file is read and
   * `cwd` has no effect.
   */
  readonly addCustomInstructions?:
    | ((
        modeCustomInstructions: string,
        globalCustomInstructions: string,
        cwd: string,
        mode: string,
        options: { readonly language?: string | undefined },
      ) => Promise<string>)
    | undefined;
}

/**
 * Returns a mode whose texts are replaced by those in the settings; custom modes take precedence over built-in modes.
 * For an unknown slug, returns the first built-in mode, which allows nothing.
 */
export async function getFullModeDetails(
  modeSlug: string,
  customModes?: readonly ModeConfig[],
  customModePrompts?: Readonly<Record<string, PromptComponent | undefined>>,
  options: FullModeOptions = {},
): Promise<ModeConfig> {
  const base = getModeBySlug(modeSlug, customModes) ?? (modes[0] as ModeConfig);
  const overriding = customModePrompts?.[modeSlug];
  const own = overriding?.customInstructions || base.customInstructions || '';
  const { cwd, globalCustomInstructions = '', language, addCustomInstructions } = options;
  const customInstructions =
    cwd === undefined || cwd === '' || addCustomInstructions === undefined
      ? own
      : await addCustomInstructions(own, globalCustomInstructions, cwd, modeSlug, { language });
  return {
    ...base,
    roleDefinition: overriding?.roleDefinition || base.roleDefinition,
    whenToUse: overriding?.whenToUse || base.whenToUse || '',
    description: overriding?.description || base.description || '',
    customInstructions,
  };
}
