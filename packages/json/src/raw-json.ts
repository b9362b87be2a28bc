/** What ECMAScript 2026 adds to `JSON`, which the types do not know yet; Node has it since 21. */
export const json = JSON as unknown as {
  readonly parse: (text: string, reviver: Reviver) => unknown;
  readonly rawJSON: (text: string) => object;
  readonly isRawJSON: (value: unknown) => boolean;
};

type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;

/** A value that `JSON.stringify` writes as this text: the JSON of a string, a number or a literal. @throws {SyntaxError} when it is something else */
export function rawJson(text: string): object {
  return json.rawJSON(text);
}
