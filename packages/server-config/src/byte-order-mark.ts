/** A text without its byte order mark, and the mark that goes before it again; empty where there is none. */
export function splitMark(text: string): { readonly mark: string; readonly body: string } {
  return text.startsWith('\uFEFF') ? { mark: '\uFEFF', body: text.slice(1) } : { mark: '', body: text };
}
