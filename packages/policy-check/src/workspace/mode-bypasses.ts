import { lazy } from '@modegate/json';
import type { ModeRows } from '../bypasses/bypass.ts';
import { findFileBypasses } from '../bypasses/file-bypasses.ts';
import { findServerBypasses } from '../bypasses/server-bypasses.ts';
import { findWiderModes } from '../bypasses/wider-modes.ts';
import { askByMode } from '../matrix/permission-matrix.ts';
import type { PermissionSubject } from '../matrix/permission-row.ts';
import { listSubjects } from '../matrix/subjects.ts';
import { isEvaluated } from './restriction-entries.ts';
import type { CheckedMode, ModeBypass, Workspace } from './workspace.ts';

// Each mode is compared with at most this many others, so that the work grows linearly with the number of modes, not
// quadratically.
const maxOthers = 50;

// For the same reason, each mode is checked against at most this many commands.
const maxCommands = 500;

/** Searches for ways to bypass the modes' restrictions when a result is first requested. */
export function searchBypasses({
  policy,
  modes,
  inventory = [],
}: Pick<Workspace, 'policy' | 'modes' | 'inventory'>): Pick<Workspace, 'modeBypasses' | 'widerModes'> {
  const slugs = new Set(policy.modes.map(({ config }) => config.slug));
  const createAsker = (isAsked: (subject: PermissionSubject) => boolean) => {
    const rowsOf = askByMode(policy, listSubjects(policy, inventory).filter(isAsked));
    return ({ slug }: Pick<CheckedMode, 'slug'>): ModeRows => {
      const rows = slugs.has(slug) ? rowsOf(slug) : [];
      return { policy, mode: slug, circumstances: {}, inventory, rows };
    };
  };
  const escapes = lazy(() => {
    const ask = createAsker(isOfEscapes);
    return modes.filter(isEvaluated).flatMap((mode) => {
      const asked = ask(mode);
      return [...findFileBypasses(asked), ...findServerBypasses(asked)].map((way) => ({ mode, way }));
    });
  });
  const comparison = lazy(() => {
    let commands = 0;
    const ask = createAsker(({ kind }) => kind !== 'command' || commands++ < maxCommands);
    return { ask, others: new Map([...slugs].slice(0, maxOthers).map((slug) => [slug, ask({ slug }).rows])) };
  });
  return {
    modeBypasses: (kind) => escapes().filter(({ way }) => way.kind === kind),
    widerModes(mode) {
      const { ask, others } = comparison();
      return findWiderModes(ask(mode), others).map((way) => ({ mode, way }));
    },
  };
}

/** Lists the servers through which bypasses go. */
export function serversOf(found: readonly ModeBypass[]): readonly string[] {
  return found.flatMap(({ way }) => way.through.flatMap((subject) => ('server' in subject ? [subject.server] : [])));
}

const toolsOfEscapes: readonly string[] = ['write_to_file', 'read_file', 'execute_command'];

/** True for the agent's own tools that offer ways to bypass a restriction. Commands are checked one by one. */
function isOfEscapes(subject: PermissionSubject): boolean {
  if (subject.kind === 'tool') return toolsOfEscapes.includes(subject.tool);
  return subject.kind !== 'command' && subject.kind !== 'other-commands';
}
