import type { RegexItem, RegexOption } from './regex-shape.ts';

/**
 * Lists the alternatives that can come last in a match, except those that end in `$`. Each result is a path, from the
 * alternative of the whole pattern to the alternative in a group at its end.
 */
export function openTails(
  options: readonly RegexOption[],
  outer: readonly RegexOption[] = [],
): readonly (readonly RegexOption[])[] {
  return options.flatMap((option) => {
    const last = option.items.at(-1);
    if (last?.kind === 'end') return [];
    const path = [...outer, option];
    const isPlainGroup = last?.kind === 'group' && last.min === 1 && last.max === 1 && !followsDot(option);
    return isPlainGroup ? openTails(last.options ?? [], path) : [path];
  });
}

/** True if the last item follows a dot, like the group of file extensions in `\.(md|txt)`. */
function followsDot({ items }: RegexOption): boolean {
  const before = items.at(-2);
  return before !== undefined && isDot(before);
}

/**
 * Finds the position at which an alternative ends in a dot and a file extension; returns the index of the dot among the
 * alternative's items.
 */
export function findEnding({ items }: RegexOption): number | undefined {
  const last = items.at(-1)?.kind === 'end' ? items.length - 2 : items.length - 1;
  let at = last;
  while (at >= 0 && isEndingPart(items[at])) at--;
  const dot = items[at];
  const length = last - at;
  if (dot === undefined || !isDot(dot) || length < 1 || length > 12) return undefined;
  const isText = items
    .slice(at + 1, last + 1)
    .some((item) => item.kind !== 'literal' || /[a-z]/i.test(item.character ?? ''));
  return isText ? at : undefined;
}

function isDot(item: RegexItem): boolean {
  if (item.min !== 1 || item.max !== 1) return false;
  return item.kind === 'dot' || (item.kind === 'literal' && item.character === '.');
}

/** True for a letter or digit, possibly optional as in `jsx?`, or for a group or class of these. */
function isEndingPart(item: RegexItem | undefined): boolean {
  if (item === undefined || item.max > 1) return false;
  if (item.kind === 'literal') return /[A-Za-z0-9]/.test(item.character ?? '');
  if (item.kind !== 'group') return item.kind === 'class';
  return (item.options ?? []).every(
    ({ items }) => items.length > 0 && items.every((part) => isEndingPart(part) || isDot(part)),
  );
}
