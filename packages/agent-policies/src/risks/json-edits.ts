import type { Node } from 'jsonc-parser';
import type { PermissionEdit } from '../permission-files.ts';

/**
 * @internal Returns edits that remove items and entries together with their commas; returns undefined if there is a
 * comment between them.
 */
export function removeElements(text: string, removed: ReadonlySet<Node>): readonly PermissionEdit[] | undefined {
  const edits: PermissionEdit[] = [];
  for (const parent of new Set([...removed].map((node) => node.parent))) {
    const all = parent?.children ?? [];
    for (let first = 0; first < all.length; first += 1) {
      if (!isIn(removed, all[first])) continue;
      let last = first;
      while (isIn(removed, all[last + 1])) last += 1;
      const run = all.slice(first, last + 1);
      const edit = removeRun(text, run, { parent, previous: all[first - 1], next: all[last + 1] });
      if (edit === undefined) return undefined;
      edits.push(edit);
      first = last;
    }
  }
  return edits;
}

interface Surroundings {
  readonly parent: Node | undefined;
  readonly previous: Node | undefined;
  readonly next: Node | undefined;
}

function removeRun(
  text: string,
  run: readonly Node[],
  { parent, previous, next }: Surroundings,
): PermissionEdit | undefined {
  const [first, last] = [run[0], run.at(-1)];
  if (parent === undefined || first === undefined || last === undefined) return undefined;
  const [inside, outside] = [parent.offset + 1, parent.offset + parent.length - 1];
  const start = next !== undefined ? first.offset : previous !== undefined ? endOf(previous) : inside;
  const end = next !== undefined ? next.offset : previous !== undefined ? endOf(last) : outside;
  let at = start;
  for (const node of run) {
    if (!isBlank(text.slice(at, node.offset))) return undefined;
    at = endOf(node);
  }
  return isBlank(text.slice(at, end)) ? { start, end, text: '' } : undefined;
}

/**
 * @internal Returns edits that copy entries to the position after another entry of the same map; returns undefined if a
 * comment follows that entry.
 */
export function insertBehind(
  text: string,
  target: Node,
  entries: readonly Node[],
): readonly PermissionEdit[] | undefined {
  const end = endOf(target);
  if (/^[ \t]*,?[ \t]*\/[/*]/.test(text.slice(end, end + 200))) return undefined;
  return [{ start: end, end, text: entries.map((one) => `,${blanksBefore(text, one)}${textOf(text, one)}`).join('') }];
}

/**
 * @internal Returns edits that copy entries to the end of another entry's map; that entry may also have an action in
 * place of a map.
 */
export function insertInto(
  text: string,
  target: Node,
  entries: readonly Node[],
): readonly PermissionEdit[] | undefined {
  const value = target.children?.[1];
  if (value?.type === 'string') {
    const outer = blanksBefore(text, target);
    const isOneLine = !outer.includes('\n');
    const inner = isOneLine ? ' ' : `${outer}${outer.includes('\t') ? '\t' : '  '}`;
    const own = [`"*": ${textOf(text, value)}`, ...entries.map((one) => textOf(text, one))];
    const map = `{${inner}${own.join(`,${inner}`)}${isOneLine ? ' ' : outer}}`;
    return [{ start: value.offset, end: endOf(value), text: map }];
  }
  const last = value?.type === 'object' ? value.children?.at(-1) : undefined;
  if (last === undefined) return undefined;
  const lead = blanksBefore(text, last);
  const end = endOf(last);
  return [{ start: end, end, text: entries.map((one) => `,${lead}${textOf(text, one)}`).join('') }];
}

/** @internal Returns an edit that adds a string to a list after another item. */
export function addItem(text: string, item: Node, added: string): PermissionEdit {
  const end = endOf(item);
  return { start: end, end, text: `,${blanksBefore(text, item)}${JSON.stringify(added)}` };
}

function isIn(nodes: ReadonlySet<Node>, node: Node | undefined): boolean {
  return node !== undefined && nodes.has(node);
}

function endOf({ offset, length }: Node): number {
  return offset + length;
}

/** True for text that consists only of spaces and commas, without a comment. */
function isBlank(text: string): boolean {
  return /^[\s,]*$/.test(text);
}

function blanksBefore(text: string, { offset }: Node): string {
  return /\s*$/.exec(text.slice(Math.max(0, offset - 500), offset))?.[0] ?? '';
}

function textOf(text: string, { offset, length }: Node): string {
  return text.slice(offset, offset + length);
}
