import { getGroupName, getGroupOptions } from '@modegate/mode-core';
import type { CheckedMode } from '../workspace/workspace.ts';

/** Whether every file limit of `edit` lets every file through, so that nothing is there to be escaped. */
export function isUnlimited({ loaded }: CheckedMode): boolean {
  const limits = loaded.config.groups
    .filter((entry) => getGroupName(entry) === 'edit')
    .flatMap((entry) => getGroupOptions(entry)?.fileRegex ?? []);
  return limits.every((pattern) => /^\^?(?:\.[*+]\??|\(\.[*+]\))?\$?$/.test(pattern));
}
