/** What can be told of a URI by a template. */
export interface TemplateMatch {
  /** The text before the first expression; the whole template when it has none. */
  readonly beginning: string;
  /** Whether the URI can have come from the template. Takes linear time. */
  matches(uri: string): boolean;
}

/**
 * Compares URIs with an RFC 6570 template. Every expression stands for any text, so that the answer may be a yes too
 * many, for the server that owns the template to correct, and never a no too many.
 */
export function createTemplateMatch(template: string): TemplateMatch {
  const literals = template.split(/\{[^{}]*\}/);
  const beginning = literals[0] ?? '';
  const last = literals.at(-1) ?? '';
  if (literals.length === 1) return { beginning, matches: (uri) => uri === template };
  return {
    beginning,
    matches: (uri) => {
      const end = uri.length - last.length;
      if (!uri.startsWith(beginning) || !uri.endsWith(last) || end < beginning.length) return false;
      let from = beginning.length;
      for (const literal of literals.slice(1, -1)) {
        const at = uri.indexOf(literal, from);
        if (at < 0 || at + literal.length > end) return false;
        from = at + literal.length;
      }
      return true;
    },
  };
}
