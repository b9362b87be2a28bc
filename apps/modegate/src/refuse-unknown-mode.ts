import { AppError } from '@modegate/cli-kit';
import type { Policy } from '@modegate/mode-core';
import { nearestName } from '@modegate/nearest-name';

/**
 * Rejects a mode that does not exist.
 *
 * @param advice - Additional advice, as a sentence. Default: none.
 * @throws {AppError} exit code 2 with the nearest name.
 */
export function refuseUnknownMode(mode: string, policy: Policy, advice?: string): void {
  const slugs = slugsOf(policy);
  if (slugs.includes(mode)) return;
  const nearest = nearestName(mode, slugs);
  const hint = nearest === undefined ? `Known modes: ${slugs.join(', ')}.` : `Did you mean '${nearest}'?`;
  throw new AppError(`Unknown mode '${mode}'. ${hint}${advice === undefined ? '' : ` ${advice}`}`);
}

/** Returns the slugs of all modes in a policy. */
export function slugsOf({ modes }: Policy): readonly string[] {
  return modes.map(({ config }) => config.slug);
}
