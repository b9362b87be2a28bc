import type { CompiledMode } from '../policy/policy.ts';

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
