/** Collects the values of an option that may be repeated. */
export function collectValues(value: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, value];
}
