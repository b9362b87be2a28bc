/**
 * Normalises a segment of a path: its case, and the parts that Windows or macOS drops or that tools trim (invisible
 * characters, a stream name, trailing dots and blanks, and leading blanks).
 */
export function foldSegment(segment: string): string {
  return segment
    .normalize('NFKC')
    .replaceAll(/[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu, '')
    .replace(/:.*$/, '')
    .replace(/[.\s]+$/u, '')
    .trimStart()
    .toLowerCase();
}
