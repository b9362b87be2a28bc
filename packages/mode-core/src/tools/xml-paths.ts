import { speaksOfPath } from './tool-parameters.ts';

// Each `<` is examined several times, so the text must be short; a call with many files can be split.
const maxLength = 524_288;

/**
 * Collects the paths in an XML call, with one `<file><path>…</path>…</file>` per file; if the paths are uncertain,
 * returns the reason.
 */
export function collectXmlPaths(xml: string, found: string[]): string | undefined {
  if (xml.length > maxLength) return `parameter 'args' contains more than ${maxLength} characters of XML`;
  // XML parsers may disagree about these constructs, so the path that is checked might not be the path that is
  // executed.
  if (/<!|<\?|&(?!(?:amp|lt|gt|quot|apos);)/.test(xml)) return "parameter 'args' contains XML that is ambiguous";
  let count = 0;
  for (const part of xml.split(/<path\s*>/).slice(1)) {
    const end = part.indexOf('</path>');
    if (end < 0) return "parameter 'args' has a <path> that is not closed";
    const text = part.slice(0, end).trim();
    // Some parsers end the element at `</path >` and interpret the rest as part of another path.
    if (/[<>]/.test(text)) return "parameter 'args' has a <path> with a tag in it";
    // Roo reads the files in an `apply_diff` call without decoding entities, but decodes entities for `read_file`.
    found.push(...new Set([text, decodeEntities(text)]));
    count++;
  }
  // Some parsers treat a tag as the same element even if its case differs or it contains blanks, attributes or a
  // namespace.
  const named = xml.match(/<\s*(?:[\w.-]+:)?path\b/gi)?.length ?? 0;
  if (count < named) return "parameter 'args' has a <path> that is ambiguous";
  const other = [...xml.matchAll(/<\s*(?:[\w.-]+:)?([\w.-]+)/g)].find(([, name = '']) => isOtherPath(name));
  if (other !== undefined) return `parameter 'args' specifies a file in <${other[1]}> instead of <path>`;
  const elements = xml.match(/<\s*(?:[\w.-]+:)?file\b/gi)?.length ?? 0;
  return count < Math.max(1, elements) ? "parameter 'args' specifies a file without a <path>" : undefined;
}

function isOtherPath(name: string): boolean {
  return speaksOfPath(name) && !/^(?:path|files?)$/i.test(name);
}

function decodeEntities(text: string): string {
  const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
  return text.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => characters[name] ?? '');
}
