/** How many values of its own a label takes before all further ones are counted together. */
const MAX_VALUES = 200;

/** More characters of a value are left out. */
const MAX_LENGTH = 100;

/** What replaces the values of a label that came when it was full. */
const OTHER = 'other';

/**
 * Keeps a label to so many different values: whatever names come from outside, the memory that their counts take has a bound. The first
 * that are seen keep their own.
 */
export function boundedLabel(maxValues = MAX_VALUES): (value: string) => string {
  const known = new Set<string>();
  return (value) => {
    if (known.has(value)) return value;
    if (known.size >= maxValues) return OTHER;
    known.add(value.slice(0, MAX_LENGTH));
    return value.slice(0, MAX_LENGTH);
  };
}
