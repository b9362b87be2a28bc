/** Where a page begins, and how much it may hold. */
export interface PageBounds {
  readonly offset: number;
  readonly limit: number;
  /** The items as JSON have at most so many characters, but for a single item. */
  readonly maxCharacters: number;
}

/** A part of a list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** Where the next one begins; undefined after the last. */
  readonly nextOffset: number | undefined;
}

/** Takes a page out of a list; at least one item, unless it begins beyond the end. */
export function paginate<Item>(list: readonly Item[], { offset, limit, maxCharacters }: PageBounds): Page<Item> {
  const items: Item[] = [];
  let characters = 0;
  for (const item of list.slice(offset, offset + limit)) {
    characters += JSON.stringify(item).length;
    if (items.length > 0 && characters > maxCharacters) break;
    items.push(item);
  }
  const end = offset + items.length;
  return { items, nextOffset: end < list.length ? end : undefined };
}
