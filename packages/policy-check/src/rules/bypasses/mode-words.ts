import type { CheckedMode } from '../../workspace/workspace.ts';

// Maximum number of characters in a mode's description of itself; a longer text is a manual.
const maxWords = 4000;

/** True if a mode's name or description claims that the mode only reads. */
export function saysReadOnly({ slug, loaded }: CheckedMode): boolean {
  const { name, description = '', whenToUse = '', roleDefinition } = loaded.config;
  const texts = [slug, name, description, whenToUse, roleDefinition].filter((text) => typeof text === 'string');
  return texts.some((text) =>
    /\bread[- ]?only (?:mode|access|agent|assistant|reviewer|analysis|analyst|explor\w+|investigat\w+|research\w*)\b|^\s*(?:\S+\s+)?read[- ]?only\b|\b(?:never|cannot|must not|do not|don't|does not) (?:modify|change|write|edit) (?:any )?(?:files?|code|anything)\b|\bmakes? no changes\b/i.test(
      text.slice(0, maxWords),
    ),
  );
}
