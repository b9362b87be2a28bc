import { isJsonObject, jsonPointer } from '@modegate/json';
import { writtenGroups } from '../../workspace/mode-groups.ts';
import type { CheckedMode } from '../../workspace/workspace.ts';

/** Text in a mode, seen by a model or by a person. */
export interface ModeText {
  readonly pointer: string;
  readonly text: string;
}

/** Lists every text in a mode: its own fields, known or not, and the descriptions of its groups. */
export function modeTexts(mode: CheckedMode): readonly ModeText[] {
  const { pointer, raw } = mode;
  const own = Object.entries(raw).map(([key, value]) => ({ pointer: `${pointer}${jsonPointer(key)}`, text: value }));
  const limits = writtenGroups(mode).map((entry, index) => {
    const options: unknown = Array.isArray(entry) ? entry[1] : undefined;
    const text = isJsonObject(options) ? options.description : undefined;
    return { pointer: `${pointer}/groups/${index}/1/description`, text };
  });
  return [...own, ...limits].flatMap(({ pointer: at, text }) =>
    typeof text === 'string' ? [{ pointer: at, text }] : [],
  );
}
