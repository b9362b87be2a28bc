import type { CompiledMode } from './policy.ts';

/** The mode that a rule belongs to, in words: `mode 'triage'`, or `mode 'base', which mode 'triage' extends,`. */
export function nameOwner(mode: CompiledMode, owner: string): string {
  const { slug } = mode.mode.config;
  return owner === slug ? `mode '${slug}'` : `mode '${owner}', which mode '${slug}' extends,`;
}
