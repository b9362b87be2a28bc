import type { Policy } from '@modegate/mode-core';
import { permissionMatrix } from '../matrix/permission-matrix.ts';
import type { PermissionRow } from '../matrix/permission-row.ts';
import type { Escape, EscapeOptions, ModeRows } from './escape.ts';
import { findFileEscapes } from './file-escapes.ts';
import { findServerEscapes } from './server-escapes.ts';
import { compareModes, reportWiderModes } from './wider-modes.ts';

/** Finds where a limit of a mode does not hold, because another permission of the same mode goes around it. In the order of the modes. */
export function findEscapes(policy: Policy, options: EscapeOptions = {}): readonly Escape[] {
  const { inventory = [], circumstances = {} } = options;
  const matrix = permissionMatrix(policy, { inventory, circumstances });
  const byMode = new Map<string, PermissionRow[]>(matrix.modes.map((mode) => [mode, []]));
  for (const row of matrix.rows) byMode.get(row.mode)?.push(row);
  const findWider = compareModes(byMode);
  return matrix.modes.flatMap((mode) => {
    const asked: ModeRows = { policy, mode, circumstances, inventory, rows: byMode.get(mode) ?? [] };
    return [...findFileEscapes(asked), ...reportWiderModes(asked, findWider(mode)), ...findServerEscapes(asked)];
  });
}
