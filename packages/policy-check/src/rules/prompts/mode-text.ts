import { isJsonObject, jsonPointer } from '@modegate/json';
import type { CheckedMode } from '../../workspace/workspace.ts';

/** A text in a mode, seen by a model or by a person. */
export interface ModeText {
  readonly pointer: string;
  readonly text: string;
}

/** Lists every text in a mode: its own fields, known or not, and the descriptions of its groups. */
export function modeTexts({ pointer, raw }: CheckedMode): readonly ModeText[] {
  const groups: readonly unknown[] = Array.isArray(raw.groups) ? raw.groups : [];
  const own = Object.entries(raw).map(([key, value]) => ({ pointer: `${pointer}${jsonPointer(key)}`, text: value }));
  const limits = groups.map((entry, index) => {
    const options: unknown = Array.isArray(entry) ? entry[1] : undefined;
    return {
      pointer: `${pointer}/groups/${index}/1/description`,
      text: isJsonObject(options) ? options.description : undefined,
    };
  });
  return [...own, ...limits].flatMap(({ pointer: at, text }) =>
    typeof text === 'string' ? [{ pointer: at, text }] : [],
  );
}
