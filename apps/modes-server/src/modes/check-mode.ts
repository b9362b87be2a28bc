import { describeUnknownMode, type Policy } from '@modegate/mode-core';
import { AppError } from '@modegate/program-shell';

/** Makes sure that the mode of `--mode` exists. @throws {AppError} exit code 2, with the nearest one. */
export function requireKnownMode(policy: Policy, mode: string): void {
  if (policy.modes.every(({ config }) => config.slug !== mode))
    throw new AppError(`--mode: ${describeUnknownMode(policy, mode)}`);
}
