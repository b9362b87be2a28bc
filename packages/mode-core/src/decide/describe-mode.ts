import { didYouMean } from '@modegate/nearest-name';
import type { Policy } from '../policy/policy.ts';
import type { CompiledMode } from '../policy/policy-mode.ts';
import { printable } from '../show.ts';

/**
 * Reports an unknown mode, with the nearest slug and the first of the known slugs, or with the modes file that could
 * not be read.
 * @param known - The slugs to mention. Default: all.
 */
export function describeUnknownMode(
  policy: Policy,
  slug: string,
  known: readonly string[] = [...policy.compiled.modes.keys()],
): string {
  const { unreadable } = policy.compiled;
  const shown = printable(slug);
  if (unreadable !== undefined)
    return `Mode '${shown}' is unknown, and a modes file that may define it could not be read. ${unreadable.reason}`;
  return `Unknown mode '${shown}'.${didYouMean(shown, known)} Known modes: ${known.slice(0, 20).join(', ') || 'none'}.`;
}

/**
 * Describes the mode to which a rule belongs, for the end of a sentence: `mode 'triage'`, or `mode 'base', which mode
 * 'triage' extends`.
 */
export function nameOwner(mode: CompiledMode, owner: string): string {
  const { slug } = mode.mode.config;
  return owner === slug ? `mode '${slug}'` : `mode '${owner}', which mode '${slug}' extends`;
}

/**
 * Describes the mode to which a rule belongs, for the start of a sentence: `Mode 'base', which mode 'triage' extends,`.
 */
export function startWithOwner(mode: CompiledMode, owner: string): string {
  return `M${nameOwnerMidSentence(mode, owner).slice(1)}`;
}

/** Describes the mode to which a rule belongs, for the middle of a sentence, with a comma after the relative clause. */
export function nameOwnerMidSentence(mode: CompiledMode, owner: string): string {
  const name = nameOwner(mode, owner);
  return owner === mode.mode.config.slug ? name : `${name},`;
}
