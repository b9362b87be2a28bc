/** A sequence of numbers that a seed determines. */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = (seed * 2_654_435_761) >>> 0;
  }

  /** Picks one item; the list must not be empty. */
  one<Item>(items: readonly [Item, ...Item[]]): Item {
    return items[this.below(items.length)] ?? items[0];
  }

  /** Picks the given number of items, in random order. */
  some<Item>(items: readonly Item[], count: number): readonly Item[] {
    const rest = [...items];
    const picked: Item[] = [];
    while (rest.length > 0 && picked.length < count) picked.push(...rest.splice(this.below(rest.length), 1));
    return picked;
  }

  private below(count: number): number {
    this.state = (Math.imul(this.state ^ (this.state >>> 15), 2_246_822_519) + 2_654_435_769) >>> 0;
    return Math.floor((this.state / 2 ** 32) * count);
  }
}
