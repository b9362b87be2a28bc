/** Computes a value when it is first asked for, and keeps it. An error is thrown again at each call. */
export function lazy<Value>(compute: () => Value): () => Value {
  let known: { readonly value: Value } | undefined;
  return () => {
    known ??= { value: compute() };
    return known.value;
  };
}

/** Copies an object with further members. Unlike a spread, the copy keeps getters as getters, so nothing is computed. */
export function extend<Base extends object, More extends object>(
  base: Base,
  more: More,
): Omit<Base, keyof More> & More {
  const members = { ...Object.getOwnPropertyDescriptors(base), ...Object.getOwnPropertyDescriptors(more) };
  return Object.defineProperties({}, members) as Omit<Base, keyof More> & More;
}
