import { type Escape, type EscapeKind, findEscapes } from '../../escapes.ts';
import type { CheckedMode, Workspace } from '../../workspace.ts';
import { isJudged } from './restriction-entries.ts';

/** A way around a limit of a mode that stands in a file. */
export interface ModeEscape {
  readonly mode: CheckedMode;
  readonly way: Escape;
}

/** The ways around limits of one kind, for the modes that have a file to point at; looked for once a workspace. */
export function modeEscapes(workspace: Workspace, kind: EscapeKind): readonly ModeEscape[] {
  let escapes = escapesByWorkspace.get(workspace);
  if (escapes === undefined) {
    const modes = new Map(workspace.modes.filter(isJudged).map((mode) => [mode.slug, mode]));
    escapes = findEscapes(workspace.policy, { inventory: workspace.inventory }).flatMap((way) => {
      const mode = modes.get(way.mode);
      return mode === undefined ? [] : [{ mode, way }];
    });
    escapesByWorkspace.set(workspace, escapes);
  }
  return escapes.filter(({ way }) => way.kind === kind);
}

const escapesByWorkspace = new WeakMap<Workspace, readonly ModeEscape[]>();
