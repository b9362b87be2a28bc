import { attempt } from '@modegate/json';
/** A compiled URI template. */
export interface UriTemplate {
  readonly source: string;
  readonly variables: readonly string[];
  /** Returns the decoded variables, or undefined if the URI does not match. Takes linear time. */
  match(uri: string): Readonly<Record<string, string>> | undefined;
}

type Part =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'variable'; readonly name: string; readonly reserved: boolean };

const MAX_URI_LENGTH = 8_192;

/**
 * Compiles a URI template: RFC 6570 `{name}`, which matches up to the next `/ ? #`, and `{+name}`, which matches
 * anything.
 *
 * @throws {TypeError} if the template has another operator, an invalid or duplicate variable, or two adjacent
 * variables.
 */
export function compileUriTemplate(source: string): UriTemplate {
  const parts = parseTemplate(source);
  const variables = parts.flatMap((part) => (part.kind === 'variable' ? [part.name] : []));
  if (new Set(variables).size !== variables.length)
    throw new TypeError(`Template '${source}' uses the same variable twice`);
  return { source, variables, match: (uri) => (uri.length > MAX_URI_LENGTH ? undefined : matchParts(parts, uri)) };
}

function parseTemplate(source: string): readonly Part[] {
  const parts: Part[] = [];
  for (const piece of source.split(/(\{[^}]*\})/)) {
    if (piece === '') continue;
    if (!piece.startsWith('{')) {
      parts.push({ kind: 'literal', text: piece });
      continue;
    }
    const name = /^\{(\+?)([A-Za-z_][A-Za-z0-9_]*)\}$/.exec(piece);
    if (name === null) throw new TypeError(`Template '${source}' has ${piece}; expected {name} or {+name}`);
    if (parts.at(-1)?.kind === 'variable') throw new TypeError(`Template '${source}' has two adjacent variables`);
    parts.push({ kind: 'variable', name: name[2] ?? '', reserved: name[1] === '+' });
  }
  return parts;
}

// Each variable ends at the first occurrence of the literal that follows it (the last literal must match the end of the
// URI), which avoids backtracking.
function matchParts(parts: readonly Part[], uri: string): Readonly<Record<string, string>> | undefined {
  const values: Record<string, string> = {};
  let position = 0;
  for (const [index, part] of parts.entries()) {
    if (part.kind === 'literal') {
      if (!uri.startsWith(part.text, position)) return undefined;
      position += part.text.length;
      continue;
    }
    const end = variableEnd(parts, index, { uri, position });
    const raw = uri.slice(position, end);
    if (end <= position || (!part.reserved && /[/?#]/.test(raw))) return undefined;
    const value = attempt(() => decodeURIComponent(raw));
    if (value === undefined) return undefined;
    values[part.name] = value;
    position = end;
  }
  return position === uri.length ? values : undefined;
}

function variableEnd(
  parts: readonly Part[],
  index: number,
  at: { readonly uri: string; readonly position: number },
): number {
  const next = parts[index + 1];
  if (next?.kind !== 'literal') return at.uri.length;
  if (index + 2 === parts.length) return at.uri.endsWith(next.text) ? at.uri.length - next.text.length : -1;
  return at.uri.indexOf(next.text, at.position + 1);
}
