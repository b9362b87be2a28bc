import type { AgentAnswer, AgentEffect, Confinement } from '../agent-answer.ts';
import type { CodexConfinement } from '../codex/sandbox.ts';

/** Relation of an answer to an earlier answer. */
export type AnswerRelation = 'same' | 'granted' | 'tightened' | 'unknown';

/** Compares answers to the same call: by effect, then by sandbox. An unknown answer is never considered wider. */
export function compareAnswers(before: AgentAnswer, after: AgentAnswer): AnswerRelation {
  const [first, second] = [ranks[before.effect], ranks[after.effect]];
  if (first === undefined || second === undefined) return first === second ? 'same' : 'unknown';
  if (first !== second) return second > first ? 'granted' : 'tightened';
  if (second === 0) return 'same';
  if (opened(before.within, after.within).length > 0) return 'granted';
  return opened(after.within, before.within).length > 0 ? 'tightened' : 'same';
}

const ranks: Readonly<Record<AgentEffect, number | undefined>> = {
  'not offered': 0,
  deny: 0,
  ask: 1,
  allow: 2,
  unknown: undefined,
};

/**
 * Returns, as clauses, the actions that a confined call may perform only after a change. Undefined stands for no
 * confinement.
 */
export function opened(before: Confinement | undefined, after: Confinement | undefined): readonly string[] {
  if (before === undefined) return [];
  if (after === undefined) return ['leave the sandbox'];
  const closed = (side: Confinement, key: 'denied' | 'readOnly') => (side as Partial<CodexConfinement>)[key] ?? [];
  const reopened = (key: 'denied' | 'readOnly') =>
    closed(before, key).filter((path) => !isIn(path, [...closed(after, key), ...closed(after, 'denied')]));
  const read = [...moreFolders(before.read, after.read), ...reopened('denied')];
  const write = [
    ...moreFolders(before.write, after.write),
    ...reopened('readOnly').filter((path) => isIn(path, after.write)),
  ];
  return [
    ...(read.length === 0 ? [] : [`read ${list(read)}`]),
    ...(write.length === 0 ? [] : [`write ${list(write)}`]),
    ...(after.network && !before.network ? ['use the network'] : []),
    ...(after.mayAsk && !before.mayAsk ? ['ask to leave the sandbox'] : []),
  ];
}

type Folders = Confinement['read'];

function moreFolders(before: Folders, after: Folders): readonly string[] {
  if (before === 'all') return [];
  return after === 'all' ? ['everything'] : after.filter((path) => !isIn(path, before));
}

function isIn(path: string, folders: Folders): boolean {
  return (
    folders === 'all' || folders.some((folder) => path === folder || path.startsWith(`${folder.replace(/\/$/, '')}/`))
  );
}

function list(paths: readonly string[]): string {
  const shown = paths.slice(0, 3).map((path) => (path === 'everything' ? path : `\`${path}\``));
  return [...shown, ...(paths.length > 3 ? [`${paths.length - 3} more`] : [])].join(', ');
}
