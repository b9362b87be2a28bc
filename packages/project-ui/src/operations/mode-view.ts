import type { Circumstances } from '@modegate/mode-core';
import { pictureMode } from '@modegate/policy-check/page';
import type { ModeView } from '../wire.ts';
import type { ReadState } from './project-state.ts';
import type { Viewer } from './viewer.ts';

/** A project as it was read, and the circumstances that were asked about. */
type ShownState = Omit<ReadState, 'inForce'> & { readonly circumstances?: Circumstances };

/** What a mode may do, as the page draws it: the picture of `modegate report` without what the page does not show. */
export function viewMode(read: ShownState, mode: string, { id }: Viewer): ModeView {
  const { policy, matrix, escapes, files, seesAll, circumstances } = read;
  const picture = pictureMode({
    policy,
    mode,
    rows: matrix().rows,
    ways: escapes(),
    // Who may not know of all modes does not learn how many files there are.
    files: id === undefined || seesAll ? files : undefined,
    circumstances,
  });
  const { rows: _rows, ways, groups, ...rest } = picture;
  return {
    ...rest,
    groups: groups.flatMap(({ files: reach, ...group }) => {
      // Servers have a part of their own.
      if (group.group === 'mcp' || group.tools.length === 0) return [];
      return [reach === undefined ? group : { ...group, files: { opened: reach.opened, asked: reach.asked } }];
    }),
    ways: ways.map(({ kind, certainty, message }) => ({ kind, certainty, message })),
  };
}
