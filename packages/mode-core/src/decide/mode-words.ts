import { didYouMean } from '@modegate/nearest-name';
import type { Policy } from '../policy/policy.ts';
import type { CompiledMode } from '../policy/policy-mode.ts';
import { printable } from '../show.ts';

/** Says that no layer defines a mode: with the nearest slug and the first known ones, or with the modes file that could not be read. */
export function describeUnknownMode(policy: Policy, slug: string): string {
  const { unreadable, modes } = policy.compiled;
  const shown = printable(slug);
  if (unreadable !== undefined)
    return `Mode '${shown}' is not known, and a modes file that may define it could not be read. ${unreadable.reason}`;
  const known = [...modes.keys()].slice(0, 20).join(', ');
  return `Unknown mode '${shown}'.${didYouMean(shown, modes.keys())} Known modes: ${known}.`;
}

/** The mode that a rule belongs to, at the end of a sentence: `mode 'triage'`, or `mode 'base', which mode 'triage' extends`. */
export function nameOwner(mode: CompiledMode, owner: string): string {
  const { slug } = mode.mode.config;
  return owner === slug ? `mode '${slug}'` : `mode '${owner}', which mode '${slug}' extends`;
}

/** The same in the middle of a sentence, where the aside is closed by a comma. */
export function nameOwnerWithin(mode: CompiledMode, owner: string): string {
  const name = nameOwner(mode, owner);
  return owner === mode.mode.config.slug ? name : `${name},`;
}
