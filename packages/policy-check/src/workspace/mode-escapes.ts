import type { ModeRows } from '../escapes/escape.ts';
import { findFileEscapes } from '../escapes/file-escapes.ts';
import { findServerEscapes } from '../escapes/server-escapes.ts';
import { findWiderModes } from '../escapes/wider-modes.ts';
import { permissionMatrix } from '../matrix/permission-matrix.ts';
import { groupBy } from '../source/group-by.ts';
import { lazy } from '../source/lazy.ts';
import { isJudged } from './restriction-entries.ts';
import type { CheckedMode, Workspace } from './workspace.ts';

// Each mode is held against so many others, so that the work grows with the modes and not with their square.
const maxOthers = 50;

/** Looks for ways around the limits of the modes; the matrix is made once, when the first is asked for. */
export function searchEscapes({
  policy,
  modes,
  inventory = [],
}: Pick<Workspace, 'policy' | 'modes' | 'inventory'>): Pick<Workspace, 'modeEscapes' | 'widerModes'> {
  const rowsByMode = lazy(() => groupBy(permissionMatrix(policy, { inventory }).rows, ({ mode }) => mode));
  const ask = ({ slug }: CheckedMode): ModeRows => {
    const rows = rowsByMode().get(slug) ?? [];
    return { policy, mode: slug, situation: {}, inventory, rows };
  };
  const escapes = lazy(() =>
    modes.filter(isJudged).flatMap((mode) => {
      const asked = ask(mode);
      return [...findFileEscapes(asked), ...findServerEscapes(asked)].map((way) => ({ mode, way }));
    }),
  );
  return {
    modeEscapes: (kind) => escapes().filter(({ way }) => way.kind === kind),
    widerModes(mode) {
      const others = new Map([...rowsByMode()].slice(0, maxOthers));
      return findWiderModes(ask(mode), others).map((way) => ({ mode, way }));
    },
  };
}
