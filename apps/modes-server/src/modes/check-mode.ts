import { AppError } from '@modegate/cli-kit';
import { describeUnknownMode, type Policy } from '@modegate/mode-core';

/** Checks that the mode passed to `--mode` exists. @throws {AppError} exit code 2, with the nearest slug. */
export function requireKnownMode(policy: Policy, mode: string): void {
  if (policy.modes.every(({ config }) => config.slug !== mode))
    throw new AppError(`--mode: ${describeUnknownMode(policy, mode)}`);
}
