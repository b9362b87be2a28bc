import type { RuleReference } from '../decision.ts';
import type { LoadedMode, ParsedModes } from '../parse/parse-modes.ts';

/** The reference of the rule at a pointer in the file of a mode. */
export function ruleAt(
  pointer: string,
  { layer, loaded }: { readonly layer: ParsedModes; readonly loaded: LoadedMode },
): RuleReference {
  const line = layer.locate?.(pointer)?.line;
  return Object.freeze({
    layer: layer.source,
    pointer,
    mode: loaded.config.slug,
    ...(layer.file === undefined ? {} : { file: layer.file }),
    ...(line === undefined ? {} : { line }),
  });
}
