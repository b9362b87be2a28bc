/** A value that is computed when it is first asked for, and kept. `make` must not return undefined. */
export function lazy<Value extends object>(make: () => Value): () => Value {
  let known: Value | undefined;
  return () => {
    known ??= make();
    return known;
  };
}
