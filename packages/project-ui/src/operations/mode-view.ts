import type { Circumstances } from '@modegate/mode-core';
import { pictureMode } from '@modegate/policy-check/page';
import { type ModePermissions, permissionsOf } from '@modegate/restrictions-editor/model';
import type { ReadState } from './project-state.ts';
import type { PageViewer } from './viewer.ts';

/** A project as it was read, and the circumstances to be considered. */
type ShownState = Omit<ReadState, 'answersFor'> & { readonly circumstances?: Circumstances };

/**
 * The permissions of a mode for the page: the picture from `modegate report` without the parts that the page does not
 * show.
 */
export function readModeView(read: ShownState, mode: string, { id }: PageViewer): ModePermissions {
  const { policy, matrix, escapes, files, seesAll, circumstances } = read;
  const picture = pictureMode({
    policy,
    mode,
    rows: matrix().rows,
    ways: escapes(),
    // A viewer who does not see all modes is not told how many files there are.
    files: id === undefined || seesAll ? files : undefined,
    circumstances,
  });
  return permissionsOf(picture);
}
