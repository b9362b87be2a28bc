/** A promise with the means to settle it. */
export interface Deferred<Value = void> {
  readonly promise: Promise<Value>;
  readonly resolve: (value: Value) => void;
  readonly reject: (reason: unknown) => void;
}

/** Creates a promise that is settled from outside. */
export function createDeferred<Value = void>(): Deferred<Value> {
  let resolve: (value: Value) => void = () => undefined;
  let reject: (reason: unknown) => void = () => undefined;
  const promise = new Promise<Value>((onValue, onReason) => {
    [resolve, reject] = [onValue, onReason];
  });
  return { promise, resolve, reject };
}
