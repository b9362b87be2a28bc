/** Every path that an executor would take from a patch, or undefined where it carries out none of it. */
export type PatchReader = (patch: string) => readonly string[] | undefined;

/**
 * How the executors of patches find the files of one, by name. Each is written from the published code of its program, as it was in
 * November 2026: what it takes for a line, a header and a path. Whether the rest of the patch applies is left out, as that can only make a
 * program do less.
 */
export const patchReaders: Readonly<Record<string, PatchReader>> = {
  codex: readAsCodex,
  'codex-of-2025': readAsOldCodex,
  roo: readAsRoo,
  opencode: readAsOpencode,
  cline: readAsCline,
  python: readAsPython,
};

const fileMarkers = ['*** Add File: ', '*** Delete File: ', '*** Update File: '];
const moveMarker = '*** Move to: ';

// ---- Codex: codex-rs/apply-patch, parser.rs and streaming_parser.rs ----

// What Rust's `trim` takes: the characters with the property White_Space. The BOM, which JavaScript takes, is not one of them.
const blank = '[\\t-\\r \\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]';
const outerBlanks = new RegExp(`^${blank}+|${blank}+$`, 'g');
const trimAsRust = (text: string) => text.replaceAll(outerBlanks, '');

/** Lines end at LF; one CR before it goes with it. */
const linesOfRust = (text: string) => text.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));

function readAsCodex(patch: string): readonly string[] | undefined {
  return readCodexLines(patch, (line) => trimAsRust(line));
}

/** Before it read patches as they stream in, only the line of a file was trimmed, and not that of its new place. */
function readAsOldCodex(patch: string): readonly string[] | undefined {
  return readCodexLines(patch, (line) => line);
}

function readCodexLines(patch: string, moveLine: (line: string) => string): readonly string[] | undefined {
  const body = insideBorders(linesOfRust(trimAsRust(patch)), trimAsRust);
  if (body === undefined) return undefined;
  const paths: string[] = [];
  for (const [at, line] of body.entries()) {
    const path = behind(fileMarkers, trimAsRust(line));
    if (path !== undefined) paths.push(path);
    const moved = behind([moveMarker], moveLine(line));
    const isBehindUpdate = trimAsRust(body[at - 1] ?? '').startsWith('*** Update File: ');
    if (moved !== undefined && isBehindUpdate) paths.push(moved);
  }
  return paths;
}

// ---- Roo Code and its forks: src/core/tools/apply-patch/parser.ts ----

function readAsRoo(patch: string): readonly string[] | undefined {
  const body = insideBorders(patch.trim().split('\n'), (line) => line.trim());
  if (body === undefined) return undefined;
  return body.flatMap((line, at) => {
    const path = behind(fileMarkers, line.trim());
    const isBehindUpdate = (body[at - 1] ?? '').trim().startsWith('*** Update File: ');
    // The CR of a CRLF stays in the name of the new place; that slip is left out, as no one means such a file.
    const moved = isBehindUpdate ? behind([moveMarker], line.replace(/\r$/, '')) : undefined;
    return [path, moved].filter((found) => found !== undefined);
  });
}

// ---- opencode and Kilo Code: Patch.parsePatch ----

function readAsOpencode(patch: string): readonly string[] | undefined {
  const heredoc = /^(?:cat\s+)?<<['"]?(\w+)['"]?\s*\n([\s\S]*?)\n\1\s*$/.exec(patch.trim());
  const lines = (heredoc?.[2] ?? patch.trim()).split('\n');
  const first = lines.findIndex((line) => line.trim() === '*** Begin Patch');
  const last = lines.findIndex((line) => line.trim() === '*** End Patch');
  if (first < 0 || last < 0 || first >= last) return undefined;
  return lines.slice(first + 1, last).flatMap((line, at, body) => {
    const path = behind(['*** Add File:', '*** Delete File:', '*** Update File:'], line)?.trim();
    const isBehindUpdate = (body[at - 1] ?? '').startsWith('*** Update File:');
    const moved = isBehindUpdate ? behind(['*** Move to:'], line)?.trim() : undefined;
    return [path, moved].filter((found) => found !== undefined && found !== '') as string[];
  });
}

// ---- Cline: its executor of apply_patch ----

function readAsCline(patch: string): readonly string[] | undefined {
  const lines = patch.split('\n').map((line) => line.replace(/\r$/, ''));
  const first = lines.findIndex((line) => line.startsWith('*** Begin Patch'));
  const last = lines.findLastIndex((line) => line.startsWith('*** End Patch'));
  // Without either it adds both; with one alone, or in the wrong order, it gives up.
  if (first >= 0 !== last >= 0 || last < first) return undefined;
  const body = first < 0 ? lines : lines.slice(first, last + 1);
  return body.flatMap((line, at) => {
    const path = behind(fileMarkers, line)?.trim();
    const isBehindUpdate = (body[at - 1] ?? '').startsWith('*** Update File: ');
    const moved = isBehindUpdate ? behind([moveMarker], line)?.trim() : undefined;
    return [path, moved].filter((found) => found !== undefined);
  });
}

// ---- apply_patch.py, the reference of the format, which programs in Python have taken over ----

const lineEndOfPython = new RegExp(
  ['\r\n', '\n', '\r', '\v', '\f', '\x1c', '\x1d', '\x1e', '\x85', '\u2028', '\u2029'].join('|'),
);

function readAsPython(patch: string): readonly string[] | undefined {
  const lines = patch.split(lineEndOfPython);
  if (lines.at(-1) === '') lines.pop();
  if (lines[0]?.startsWith('*** Begin Patch') !== true || lines.at(-1) !== '*** End Patch') return undefined;
  return lines.flatMap((line) => behind([...fileMarkers, moveMarker], line) ?? []);
}

/** What is between the first line and the last of a patch that has both its markers, in a heredoc or not. */
function insideBorders(lines: readonly string[], trim: (line: string) => string): readonly string[] | undefined {
  const isHeredoc = ['<<EOF', "<<'EOF'", '<<"EOF"'].includes(lines[0] ?? '') && lines.at(-1)?.endsWith('EOF') === true;
  const inner = isHeredoc && lines.length >= 4 ? lines.slice(1, -1) : lines;
  const isWhole = trim(inner[0] ?? '') === '*** Begin Patch' && trim(inner.at(-1) ?? '') === '*** End Patch';
  return isWhole ? inner.slice(1, -1) : undefined;
}

function behind(markers: readonly string[], line: string): string | undefined {
  const marker = markers.find((one) => line.startsWith(one));
  return marker === undefined ? undefined : line.slice(marker.length);
}
