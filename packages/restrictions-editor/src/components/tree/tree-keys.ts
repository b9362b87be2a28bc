import type { TreeLine } from '../../model/filter-rows.ts';

/** The meaning of a key in the tree. */
export type TreeMove =
  | { readonly kind: 'go'; readonly index: number }
  | { readonly kind: 'expand' | 'collapse'; readonly server: string }
  | { readonly kind: 'expand-all' | 'toggle' | 'clear' }
  | { readonly kind: 'find'; readonly character: string };

/** A key, and the lines of the tree in which it was pressed. */
export interface TreeKey {
  readonly key: string;
  readonly lines: readonly TreeLine[];
  /** The active line; -1 if there is none. */
  readonly active: number;
  /** Number of lines in a page. */
  readonly page: number;
}

/** Interprets a key according to ARIA's tree pattern; returns undefined for a key that is not meant for the tree. */
export function readTreeKey(pressed: TreeKey): TreeMove | undefined {
  const { key, lines, active, page } = pressed;
  if (key === 'ArrowRight' || key === 'ArrowLeft') return moveSideways(pressed);
  const last = lines.length - 1;
  const targets = new Map([
    ['ArrowDown', active + 1],
    ['ArrowUp', active - 1],
    ['PageDown', active + page],
    ['PageUp', active - page],
    ['Home', 0],
    ['End', last],
  ]);
  const index = targets.get(key);
  if (index !== undefined) return { kind: 'go', index: Math.max(0, Math.min(last, index)) };
  const act = keyActs.get(key);
  if (act !== undefined) return { kind: act };
  return key.length === 1 && key !== '/' ? { kind: 'find', character: key } : undefined;
}

const keyActs = new Map<string, 'expand-all' | 'toggle' | 'clear'>([
  ['*', 'expand-all'],
  [' ', 'toggle'],
  ['Enter', 'toggle'],
  ['Delete', 'clear'],
  ['Backspace', 'clear'],
]);

/** Moves into a server or out of it. */
function moveSideways({ key, lines, active }: TreeKey): TreeMove | undefined {
  const line = lines[active];
  if (line === undefined) return undefined;
  if (line.kind === 'tool') {
    if (key === 'ArrowRight') return undefined;
    return { kind: 'go', index: lines.findLastIndex(({ kind }, index) => kind === 'server' && index < active) };
  }
  const { isExpanded, row, visibleTools } = line;
  if (key === 'ArrowLeft') return isExpanded ? { kind: 'collapse', server: row.server } : undefined;
  if (visibleTools === 0) return undefined;
  return isExpanded ? { kind: 'go', index: active + 1 } : { kind: 'expand', server: row.server };
}

/**
 * Finds the next line after the active one whose name begins with the typed text, continuing at the top after the last
 * line.
 */
export function findTyped(lines: readonly TreeLine[], active: number, typed: string): number | undefined {
  const wanted = typed.toLowerCase();
  // While more letters are typed, the active line may still match.
  const first = typed.length > 1 ? active : active + 1;
  for (let step = 0; step < lines.length; step++) {
    const index = (Math.max(first, 0) + step) % lines.length;
    const row = lines[index]?.row;
    if (row !== undefined && (row.tool ?? row.server).toLowerCase().startsWith(wanted)) return index;
  }
  return undefined;
}
