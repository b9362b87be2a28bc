import type { Policy } from '@modegate/mode-core';
import { AppError } from '@modegate/program-shell';
import { requireMode } from '../tool-context.ts';

/** Makes sure that the mode of `--mode` exists. @throws {AppError} exit code 2, with the nearest one. */
export function checkMode(policy: Policy, mode: string): void {
  try {
    requireMode(policy, mode);
  } catch (error) {
    throw new AppError(`--mode: ${(error as Error).message}`, 2, error);
  }
}
