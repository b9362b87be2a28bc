/**
 * Says whether a URI can have come from an RFC 6570 template. Every expression stands for any text, so that the answer
 * may be a yes too many, for the server that owns the template to correct, and never a no too many. Takes linear time.
 */
export function createTemplateMatch(template: string): (uri: string) => boolean {
  const literals = template.split(/\{[^{}]*\}/);
  const first = literals[0] ?? '';
  const last = literals.at(-1) ?? '';
  if (literals.length === 1) return (uri) => uri === template;
  return (uri) => {
    if (!uri.startsWith(first) || !uri.endsWith(last) || uri.length < first.length + last.length) return false;
    let from = first.length;
    const end = uri.length - last.length;
    for (const literal of literals.slice(1, -1)) {
      const at = uri.indexOf(literal, from);
      if (at < 0 || at + literal.length > end) return false;
      from = at + literal.length;
    }
    return true;
  };
}
