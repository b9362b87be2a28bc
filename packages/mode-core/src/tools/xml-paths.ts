import { speaksOfPath } from './tool-parameters.ts';

// Each `<` is examined several times, so the text must be short; a call with many files can be split.
const maxLength = 524_288;

/**
 * Collects the paths of an XML call, with one `<file><path>…</path>…</file>` per file; otherwise returns the reason why
 * they are uncertain.
 */
export function collectXmlPaths(xml: string, found: string[]): string | undefined {
  if (xml.length > maxLength) return `parameter 'args' contains more than ${maxLength} characters of XML`;
  // XML parsers may disagree on these, so the checked path might not be the executed one.
  if (/<!|<\?|&(?!(?:amp|lt|gt|quot|apos);)/.test(xml)) return "parameter 'args' contains XML that is ambiguous";
  let count = 0;
  for (const part of xml.split(/<path\s*>/).slice(1)) {
    const end = part.indexOf('</path>');
    if (end < 0) return "parameter 'args' has a <path> that is not closed";
    const text = part.slice(0, end).trim();
    // Some parsers end the element at `</path >`, and read the rest as part of another path.
    if (/[<>]/.test(text)) return "parameter 'args' has a <path> with a tag in it";
    // Roo reads the files of an `apply_diff` without decoding entities, but decodes them for a `read_file`.
    found.push(...new Set([text, decodeEntities(text)]));
    count++;
  }
  // Some parsers treat a tag as the same element even if its case differs or it has blanks, attributes or a namespace.
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
