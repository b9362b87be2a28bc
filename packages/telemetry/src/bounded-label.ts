/** Maximum number of distinct values for a label; further values are counted together. */
const MAX_VALUES = 200;

/** Maximum length of a value; further characters are omitted. */
const MAX_LENGTH = 100;

/** Replaces further values when a label has reached its maximum number of values. */
const OTHER = 'other';

/**
 * Limits the number of distinct values for a label, and thus the memory needed to count by external names. Retains the
 * first values.
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
