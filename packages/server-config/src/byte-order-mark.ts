/** Splits text into its byte order mark (or `''` if it has none) and the rest. */
export function splitMark(text: string): { readonly mark: string; readonly body: string } {
  return text.startsWith('\uFEFF') ? { mark: '\uFEFF', body: text.slice(1) } : { mark: '', body: text };
}
