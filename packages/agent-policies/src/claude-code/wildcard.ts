/**
 * True if a string matches a pattern in which `*` stands for any text and every other character for itself. Uses the
 * leftmost position for each part between asterisks, so it needs no backtracking.
 */
export function matchesWildcard(pattern: string, text: string): boolean {
  return matchesParts(pattern.split('*'), text);
}

/** True if a string consists of these parts in order, with any text between them. */
export function matchesParts(parts: readonly string[], text: string): boolean {
  const [first = ''] = parts;
  if (parts.length <= 1) return text === first;
  const last = parts.at(-1) ?? '';
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false;
  let at = first.length;
  const end = text.length - last.length;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at);
    if (found === -1 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}
