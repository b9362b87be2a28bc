import type { ToolParameters } from './tool-parameters.ts';

// The parameters in which the executors of patches take one: Roo and its forks `patch`, older ones and Codex `input` and `command`, opencode `patchText`.
const patchParameters = ['patch', 'input', 'patchText', 'patch_text', 'diff', 'command'] as const;

/**
 * Collects every file header of a patch. Each parameter that holds a patch must have one: what a patch touches is read from it alone, so
 * without any the paths beside it do not count.
 */
export function collectPatchPaths(parameters: ToolParameters, found: string[]): string | undefined {
  const headers: string[] = [];
  const without: string[] = [];
  for (const key of patchParameters) {
    const patch = parameters[key];
    if (patch === undefined || patch === null) continue;
    if (typeof patch !== 'string') return `parameter '${key}' is not a string`;
    const named = findHeaders(patch);
    if (named.length === 0) without.push(key);
    headers.push(...named);
  }
  if (headers.length === 0) found.length = 0;
  else if (without.length > 0) return `the patch in parameter '${without[0]}' names no file in a header`;
  found.push(...headers);
  return undefined;
}

const patchHeader = /^\s*\*\*\*\s*(?:(?:Add|Delete|Update)\s+File|Move\s+to)\s*:(.*)$/i;

// Every line end that some language knows: JavaScript's, and the further ones of Python.
const lineEnd = new RegExp(
  ['\r\n', '\n', '\r', '\v', '\f', '\u001c', '\u001d', '\u001e', '\u0085', '\u2028', '\u2029'].join('|'),
);

/** `Move to` and indented headers included: the executing parser trims lines before it looks at them. */
function findHeaders(patch: string): readonly string[] {
  return patch.split(lineEnd).flatMap((line) => {
    const header = patchHeader.exec(line);
    return header === null ? [] : [(header[1] ?? '').trim()];
  });
}
