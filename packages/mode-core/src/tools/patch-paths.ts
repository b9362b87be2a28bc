import { maxPaths, type ToolParameters } from './tool-parameters.ts';

// Parameters in which patch executors expect a patch: `patch` in Roo and its forks, `input` and `command` in older
// executors and Codex, `patchText` in opencode.
const patchParameters = ['patch', 'input', 'patchText', 'patch_text', 'diff', 'command'] as const;

/**
 * Collects every file header in a patch. Each parameter with a patch must contain at least one header: the files are
 * determined from the headers alone, so other paths cannot make up for missing headers. A header that executors
 * interpret in different ways is a failure.
 */
export function collectPatchPaths(parameters: ToolParameters, found: string[]): string | undefined {
  const headers: string[] = [];
  const without: string[] = [];
  for (const key of patchParameters) {
    const patch = parameters[key];
    if (patch === undefined || patch === null) continue;
    if (typeof patch !== 'string') return `parameter '${key}' is not a string`;
    const before = headers.length;
    const failure = collectHeaders(patch, headers);
    if (failure !== undefined) return failure;
    if (headers.length === before) without.push(key);
  }
  if (headers.length === 0) found.length = 0;
  else if (without.length > 0) return `the patch in parameter '${without[0]}' does not specify a file in any header`;
  found.push(...headers);
  return undefined;
}

// Case-insensitive, and allows blanks before and inside the header: some executors trim a line first.
const patchHeader = /^\s*\*\*\*\s*(?:(?:Add|Delete|Update)\s+File|Move\s+to)\s*: ?(.*)$/i;

// Matches characters that executors interpret differently: Codex, Roo, opencode and Cline end a line only at LF,
// whereas Python programs also end it at several of these characters, and trim functions differ in the characters that
// they remove. Covers all control characters and the line and paragraph separators, except tab and the two common line
// endings.
const readDifferently = /[^\t\n\r -~\xa0-\u2027\u202a-\uffff]|\r(?!\n)/;

/**
 * A path is everything after the colon and one blank, up to the end of the line. The path is not trimmed: executors
 * trim both ends, one end or neither end, and a path with a blank at one end is always refused.
 */
function collectHeaders(patch: string, headers: string[]): string | undefined {
  const isPlain = !readDifferently.test(patch);
  for (const line of linesWithStars(patch)) {
    if (!isPlain && isHeaderOfSome(line))
      return 'a file header of the patch contains a control character or an unusual line ending, which not every tool treats as the end of a line';
    const path = patchHeader.exec(line)?.[1];
    if (path !== undefined) headers.push(path);
    if (headers.length > maxPaths) break;
  }
  return undefined;
}

/** Yields lines that may be headers, without line endings. Does not copy the other lines of a long patch. */
function* linesWithStars(patch: string): Generator<string> {
  for (let end = 0, stars = patch.indexOf('***'); stars !== -1; stars = patch.indexOf('***', end)) {
    const start = patch.lastIndexOf('\n', stars) + 1;
    const lineFeed = patch.indexOf('\n', stars);
    end = lineFeed === -1 ? patch.length : lineFeed;
    yield patch.slice(start, patch[end - 1] === '\r' ? end - 1 : end);
  }
}

/** True if at least one executor finds a header in some part of the line. */
function isHeaderOfSome(line: string): boolean {
  const parts = line.split(readDifferently);
  return parts.length > 1 && parts.some((part) => patchHeader.test(part));
}
