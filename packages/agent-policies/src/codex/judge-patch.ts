import { joinPath } from '../paths.ts';
import type { CodexToolCall } from './codex-rules.ts';
import { answerCodexCall, askFirst } from './judgement.ts';
import { type CodexPolicyAnswer, type CodexSandbox, findEntry, mayWrite } from './sandbox.ts';
import type { CodexSession } from './session.ts';

/** Evaluates a patch by the paths in it. Rules do not apply to patches. */
export function judgePatch(session: CodexSession, { arguments: values }: CodexToolCall): CodexPolicyAnswer {
  const text =
    [values.patch, values.input, values.command, values.cmd].find((value) => typeof value === 'string') ?? '';
  const files = [...text.matchAll(/^\s*\*\*\* (Add File|Update File|Delete File|Move to):[ \t]*(.+?)[ \t\r]*$/gm)];
  if (files.length === 0) return answerCodexCall('unknown', 'The patch does not name a file.');
  const { sandbox, approval } = session;
  if (approval.policy === 'untrusted')
    return askFirst(session, 'sandbox', { because: 'Codex asks about every patch in an untrusted project.' });
  const unreadable = files.find(
    ([, action, name = '']) =>
      /^(?:Update|Delete)/.test(action ?? '') && isDenied(sandbox, joinPath(session.cwd, name)),
  );
  if (unreadable !== undefined) {
    const because = `Codex cannot read ${unreadable[2]} in the sandbox ${sandbox.name}, so it does not apply the patch.`;
    return answerCodexCall('deny', because, { by: [sandbox.source] });
  }
  const outside = files.find(([, , name = '']) => !mayWrite(sandbox, joinPath(session.cwd, name)));
  if (outside === undefined) {
    const details = { by: [sandbox.source], inside: session };
    if (sandbox.unsettled !== undefined) return answerCodexCall('unknown', sandbox.unsettled, details);
    return answerCodexCall('allow', 'The patch writes only where the sandbox allows it.', details);
  }
  const entry = findEntry(sandbox, joinPath(session.cwd, outside[2] ?? ''));
  const by = [...new Set([...(entry ? [entry.source] : []), sandbox.source])];
  const because = `The sandbox ${sandbox.name} does not let Codex write to ${outside[2]}.`;
  return askFirst(session, 'sandbox', { by, because, inside: session });
}

/** Patterns cover files that exist when the call starts, so they do not cover a file that the patch adds. */
function isDenied(sandbox: CodexSandbox, path: string): boolean {
  if (findEntry(sandbox, path)?.access === 'deny') return true;
  return sandbox.deniedGlobs.some((glob) => matchesGlob(glob.path.split('/'), path.split('/')));
}

/**
 * Matches the parts between two `**` at the first possible position, so that the time taken is linear in the length of
 * each part.
 */
function matchesGlob(pattern: readonly string[], path: readonly string[]): boolean {
  const last = pattern.lastIndexOf('**');
  const fits = (part: readonly string[], start: number) =>
    start >= 0 &&
    start + part.length <= path.length &&
    part.every((one, index) => matchesSegment(one, path[start + index] ?? ''));
  if (last < 0) return pattern.length === path.length && fits(pattern, 0);
  let position = 0;
  for (let start = 0; start <= last; ) {
    const end = pattern.indexOf('**', start);
    const part = pattern.slice(start, end);
    const limit = start === 0 ? 0 : path.length;
    while (position <= limit && !fits(part, position)) position++;
    if (position > limit) return false;
    position += part.length;
    start = end + 1;
  }
  const tail = pattern.slice(last + 1);
  return (
    path.length - tail.length >= position &&
    (tail.length > 0 || position < path.length) &&
    fits(tail, path.length - tail.length)
  );
}

function matchesSegment(pattern: string, name: string): boolean {
  // A pattern with a class or a list is treated as a match, so that no access is granted by mistake.
  if (/[[{\\]/.test(pattern)) return true;
  let [index, star, retry] = [0, -1, 0];
  for (let position = 0; position < name.length; ) {
    if (pattern[index] === '*') [star, retry, index] = [index, position, index + 1];
    else if (pattern[index] === '?' || pattern[index] === name[position]) [index, position] = [index + 1, position + 1];
    else if (star >= 0) [index, position, retry] = [star + 1, retry + 1, retry + 1];
    else return false;
  }
  return /^\**$/.test(pattern.slice(index));
}
