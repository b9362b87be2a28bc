import { findFileEscapes } from '../escapes/file-escapes.ts';
import type { Escape, EscapeKind, ModeRows } from '../escapes/find-escapes.ts';
import { findServerEscapes } from '../escapes/server-escapes.ts';
import { findWiderModes } from '../escapes/wider-modes.ts';
import { permissionMatrix } from '../matrix/permission-matrix.ts';
import type { PermissionRow } from '../matrix/permission-row.ts';
import { groupBy } from '../rules/support/group-by.ts';
import { isJudged } from './restriction-entries.ts';
import type { CheckedMode, Workspace } from './workspace.ts';

/** A way around a limit of a mode that stands in a file. */
export interface ModeEscape {
  readonly mode: CheckedMode;
  readonly way: Escape;
}

/** The ways around limits of one kind, for the modes that have a file to point at; looked for once a workspace. */
export function modeEscapes(workspace: Workspace, kind: Exclude<EscapeKind, 'wider-mode'>): readonly ModeEscape[] {
  let escapes = escapesByWorkspace.get(workspace);
  if (escapes === undefined) {
    escapes = workspace.modes.filter(isJudged).flatMap((mode) => {
      const asked = askAbout(workspace, mode);
      return [...findFileEscapes(asked), ...findServerEscapes(asked)].map((way) => ({ mode, way }));
    });
    escapesByWorkspace.set(workspace, escapes);
  }
  return escapes.filter(({ way }) => way.kind === kind);
}

// Each mode is held against so many others, so that the work grows with the modes and not with their square.
const maxOthers = 50;

/** The modes that a mode may go on in and that may do more. */
export function widerModes(workspace: Workspace, mode: CheckedMode): readonly ModeEscape[] {
  const others = new Map([...rowsByMode(workspace)].slice(0, maxOthers));
  return findWiderModes(askAbout(workspace, mode), others).map((way) => ({ mode, way }));
}

function askAbout(workspace: Workspace, { slug }: CheckedMode): ModeRows {
  const { policy, inventory = [] } = workspace;
  return { policy, mode: slug, situation: {}, inventory, rows: rowsByMode(workspace).get(slug) ?? [] };
}

function rowsByMode(workspace: Workspace): ReadonlyMap<string, readonly PermissionRow[]> {
  const known = rowsByWorkspace.get(workspace);
  if (known !== undefined) return known;
  const { rows } = permissionMatrix(workspace.policy, { inventory: workspace.inventory ?? [] });
  const found = groupBy(rows, ({ mode }) => mode);
  rowsByWorkspace.set(workspace, found);
  return found;
}

const escapesByWorkspace = new WeakMap<Workspace, readonly ModeEscape[]>();
const rowsByWorkspace = new WeakMap<Workspace, ReadonlyMap<string, readonly PermissionRow[]>>();
