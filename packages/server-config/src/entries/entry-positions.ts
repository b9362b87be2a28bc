import { jsonPointer } from '@modegate/json';
import type { Node } from 'jsonc-parser';
import type { ParsedJsonText } from '../json/json-text.ts';
import type { EntryLimits, Limit } from './entry-limits.ts';
import type { PointerPosition, SettingPositions } from './server-entry.ts';

/** Maximum number of keys and values in an entry: far more than any server needs, and quick to check. */
export const MAX_ENTRY_VALUES = 10_000;

/** True if an entry has more than {@link MAX_ENTRY_VALUES} keys and values. */
export function isEntryTooLarge(entry: Node): boolean {
  const waiting: (readonly Node[])[] = [[entry]];
  let count = 0;
  for (let nodes = waiting.pop(); nodes !== undefined; nodes = waiting.pop()) {
    count += nodes.length;
    if (count > MAX_ENTRY_VALUES) return true;
    for (const { children } of nodes) if (children !== undefined) waiting.push(children);
  }
  return false;
}

/** Finds the positions of an entry's restrictions; `pointer` is the pointer to the entry. */
export function findSettingPositions(document: ParsedJsonText, limits: EntryLimits, pointer: string): SettingPositions {
  const place = ({ node, path }: Limit<unknown>): PointerPosition => ({
    pointer: pointer + jsonPointer(...path),
    ...document.positionAt(node.offset),
  });
  const { disabled, defaultEnabled, disabledTools, enabledTools } = limits;
  return {
    ...(defaultEnabled === undefined ? {} : { defaultEnabled: place(defaultEnabled) }),
    ...(disabled === undefined ? {} : { disabled: place(disabled) }),
    disabledTools: disabledTools.map(place),
    ...(enabledTools === undefined ? {} : { enabledTools: place(enabledTools) }),
  };
}
