import type { AgentAnswer } from '../agent-answer.ts';
import type { CodexToolCall } from './codex-rules.ts';
import { answerCall, askPerson } from './judgement.ts';
import { joinPath } from './paths.ts';
import { type CodexSandbox, findEntry, mayWrite } from './sandbox.ts';
import type { CodexSession } from './session.ts';

/** Judges a patch by the paths in it. Rules do not apply to patches. */
export function judgePatch(session: CodexSession, { arguments: values }: CodexToolCall): AgentAnswer {
  const text =
    [values.patch, values.input, values.command, values.cmd].find((value) => typeof value === 'string') ?? '';
  const files = [...text.matchAll(/^\s*\*\*\* (Add File|Update File|Delete File|Move to):[ \t]*(.+?)[ \t\r]*$/gm)];
  if (files.length === 0) return answerCall(session, ['unknown', 'The patch names no file.'], { by: [] });
  const { sandbox, approval } = session;
  if (approval.policy === 'untrusted')
    return askPerson(session, 'sandbox', { by: [], because: 'Codex asks about every patch in an untrusted project.' });
  const outside = files.find(([, action = '', name = '']) => {
    const path = joinPath(session.cwd, name);
    return !mayWrite(sandbox, path) || (action !== 'Add File' && isDenied(sandbox, path));
  });
  if (outside === undefined)
    return answerCall(session, ['allow', 'The patch writes only where the sandbox allows it.'], {
      by: [sandbox.source],
      sandboxed: true,
    });
  const entry = findEntry(sandbox, joinPath(session.cwd, outside[2] ?? ''));
  const by = [...new Set([...(entry ? [entry.source] : []), sandbox.source])];
  return askPerson(session, 'sandbox', {
    by,
    because: `The sandbox ${sandbox.name} does not let Codex write ${outside[2]}.`,
    sandboxed: true,
  });
}

/** Patterns cover the files that exist when the call starts, and so not one that the patch adds. */
function isDenied({ deniedGlobs }: CodexSandbox, path: string): boolean {
  return deniedGlobs.some((glob) => matchesGlob(glob.path.split('/'), path.split('/')));
}

function matchesGlob(pattern: readonly string[], path: readonly string[]): boolean {
  const [first, ...rest] = pattern;
  if (first === undefined) return path.length === 0;
  if (first === '**') {
    if (rest.length === 0) return path.length > 0;
    const start = rest.indexOf('**') < 0 ? path.length - rest.length : 0;
    return path.some((_, index) => index >= start && matchesGlob(rest, path.slice(index)));
  }
  return path.length > 0 && matchesSegment(first, path[0] ?? '') && matchesGlob(rest, path.slice(1));
}

function matchesSegment(pattern: string, name: string): boolean {
  // A part between two stars is found at its first place, which keeps the time linear.
  const parts = pattern.split(/\*+/).map((part) => part.replaceAll(/[\\^$.|+(){}]/g, '\\$&').replaceAll('?', '.'));
  const find = (source: string, text: string, start: number) => {
    try {
      const found = new RegExp(source, 'g');
      found.lastIndex = start;
      const match = found.exec(text);
      return match === null ? -1 : match.index + match[0].length;
    } catch {
      // A class that is not closed: the pattern counts as matching, so that nothing is granted.
      return text.length;
    }
  };
  const [head = '', ...tail] = parts;
  const last = tail.pop();
  if (last === undefined) return find(`^${head}$`, name, 0) >= 0;
  let position = find(`^${head}`, name, 0);
  for (const part of tail) if (position >= 0) position = find(part, name, position);
  return position >= 0 && find(`${last}$`, name.slice(position), 0) >= 0;
}
