import type { Policy } from '@modegate/mode-core';
import { askByMode } from '../matrix/permission-matrix.ts';
import { listSubjects } from '../matrix/subjects.ts';
import type { Bypass, BypassOptions } from './bypass.ts';
import { compareModes } from './compare-modes.ts';
import { findFileBypasses } from './file-bypasses.ts';
import { findServerBypasses } from './server-bypasses.ts';
import { reportWiderModes } from './wider-modes.ts';

/** Finds restrictions that another permission of the same mode circumvents, in the order of the modes. */
export function findBypasses(policy: Policy, options: BypassOptions = {}): readonly Bypass[] {
  const { inventory = [], circumstances = {} } = options;
  const rowsOf = askByMode(policy, listSubjects(policy, inventory), circumstances);
  const comparison = compareModes();
  // Modes are processed one at a time, because the rows of thousands of modes take up a lot of memory.
  const found = policy.modes.map(({ config: { slug: mode } }) => {
    const asked = { policy, mode, circumstances, inventory, rows: rowsOf(mode) };
    comparison.add(mode, asked.rows);
    return {
      asked: { policy, mode, circumstances, inventory },
      files: findFileBypasses(asked),
      servers: findServerBypasses(asked),
    };
  });
  return found.flatMap(({ asked, files, servers }) => [
    ...files,
    ...reportWiderModes(asked, comparison.findWider(asked.mode)),
    ...servers,
  ]);
}
