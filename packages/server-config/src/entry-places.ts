import type { Node } from 'jsonc-parser';
import { type ParsedJsonText, propertyOf } from './json-text.ts';
import type { Place, ServerEntryPlaces } from './server-entry.ts';

/** Keys and values of one entry; far more than any server needs, and few enough to check in no time. */
export const MAX_ENTRY_VALUES = 10_000;

/** Whether an entry has more than {@link MAX_ENTRY_VALUES} keys and values. */
export function isTooLarge(entry: Node): boolean {
  const waiting: (readonly Node[])[] = [[entry]];
  let count = 0;
  for (let nodes = waiting.pop(); nodes !== undefined; nodes = waiting.pop()) {
    count += nodes.length;
    if (count > MAX_ENTRY_VALUES) return true;
    for (const { children } of nodes) if (children !== undefined) waiting.push(children);
  }
  return false;
}

/** The names in `disabledTools`, as far as they are strings, whatever else is wrong with an entry. */
export function readableTools(entry: Node): readonly string[] {
  return toolNodes(entry).map(({ node }) => String(node.value));
}

/** Where the policy fields of an entry stand. */
export function placesOf(document: ParsedJsonText, entry: Node, pointer: string): ServerEntryPlaces {
  const place = (node: Node, under: string): Place => ({
    pointer: pointer + under,
    ...document.positionAt(node.offset),
  });
  const disabledTools = toolNodes(entry).map(({ node, index }) => place(node, `/disabledTools/${index}`));
  const defaultEnabled = propertyOf(entry, 'defaultEnabled')?.valueNode;
  const disabled = propertyOf(entry, 'disabled')?.valueNode;
  return {
    ...(defaultEnabled === undefined ? {} : { defaultEnabled: place(defaultEnabled, '/defaultEnabled') }),
    ...(disabled === undefined ? {} : { disabled: place(disabled, '/disabled') }),
    disabledTools,
  };
}

function toolNodes(entry: Node): readonly { readonly node: Node; readonly index: number }[] {
  const list = isTooLarge(entry) ? undefined : propertyOf(entry, 'disabledTools')?.valueNode;
  if (list?.type !== 'array') return [];
  return (list.children ?? []).flatMap((node, index) => (node.type === 'string' ? [{ node, index }] : []));
}
