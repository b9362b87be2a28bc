import type { Policy } from '@modegate/mode-core';
import { askByMode } from '../matrix/permission-matrix.ts';
import { listSubjects } from '../matrix/subjects.ts';
import { compareModes } from './compare-modes.ts';
import type { Escape, EscapeOptions } from './escape.ts';
import { findFileEscapes } from './file-escapes.ts';
import { findServerEscapes } from './server-escapes.ts';
import { reportWiderModes } from './wider-modes.ts';

/** Finds where a limit of a mode does not hold, because another permission of the same mode goes around it. In the order of the modes. */
export function findEscapes(policy: Policy, options: EscapeOptions = {}): readonly Escape[] {
  const { inventory = [], circumstances = {} } = options;
  const rowsOf = askByMode(policy, listSubjects(policy, inventory), circumstances);
  const comparison = compareModes();
  // The rows of one mode at a time: those of thousands take much memory.
  const found = policy.modes.map(({ config: { slug: mode } }) => {
    const asked = { policy, mode, circumstances, inventory, rows: rowsOf(mode) };
    comparison.add(mode, asked.rows);
    return {
      asked: { policy, mode, circumstances, inventory },
      files: findFileEscapes(asked),
      servers: findServerEscapes(asked),
    };
  });
  return found.flatMap(({ asked, files, servers }) => [
    ...files,
    ...reportWiderModes(asked, comparison.findWider(asked.mode)),
    ...servers,
  ]);
}
