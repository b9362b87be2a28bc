import type { CheckedMode } from '../../workspace/workspace.ts';

// Number of characters in which a mode describes itself; a longer text is a manual.
const maxWords = 4000;

/** True if a mode claims in its name or its description that it only reads. */
export function saysReadOnly({ slug, loaded }: CheckedMode): boolean {
  const { name, description = '', whenToUse = '', roleDefinition } = loaded.config;
  const texts = [slug, name, description, whenToUse, roleDefinition].filter((text) => typeof text === 'string');
  return texts.some((text) =>
    /\bread[- ]?only (?:mode|access|agent|assistant|reviewer|analysis|analyst|explor\w+|investigat\w+|research\w*)\b|^\s*(?:\S+\s+)?read[- ]?only\b|\b(?:never|cannot|must not|do not|don't|does not) (?:modify|change|write|edit) (?:any )?(?:files?|code|anything)\b|\bmakes? no changes\b/i.test(
      text.slice(0, maxWords),
    ),
  );
}
