/**
 * ECMAScript 2026 additions to `JSON` that are missing from the type definitions; Node has had these additions since
 * version 21.
 */
export const json = JSON as unknown as {
  readonly parse: (text: string, reviver: Reviver) => unknown;
  readonly rawJSON: (text: string) => object;
  readonly isRawJSON: (value: unknown) => boolean;
};

type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;

/**
 * Creates a value that `JSON.stringify` writes as the given text, which must be the JSON text of a string, a number or
 * a literal. @throws {SyntaxError} for anything else.
 */
export function rawJson(text: string): object {
  return json.rawJSON(text);
}
