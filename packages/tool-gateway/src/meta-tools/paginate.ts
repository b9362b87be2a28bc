/** Offset and size of a page. */
export interface PageBounds {
  readonly offset: number;
  readonly limit: number;
  /** Maximum number of characters of the items as JSON; a single item may exceed it. */
  readonly maxCharacters: number;
}

/** A part of a list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** Offset of the next page; undefined after the last. */
  readonly nextOffset: number | undefined;
}

/** Returns a page of a list, with at least one item unless it begins beyond the end. */
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
