import type { JwtSettings } from '../settings/auth-settings.ts';

/** The claims of a JWT. */
export type Claims = Readonly<Record<string, unknown>>;

/** Claims that contain scopes, which do not identify modes unless there is a mapping. */
const SCOPE_CLAIMS: readonly string[] = ['scope', 'scp'];

/** True if a claim contains scopes (RFC 8693, section 4.2, and `scp`, the name that some issuers use). */
export function isScopeClaim(claim: readonly string[]): boolean {
  return claim.length === 1 && SCOPE_CLAIMS.includes(claim[0] ?? '');
}

/**
 * Returns the modes that claims allow: each value of the claim is looked up in the mapping; without a mapping, the
 * value itself is a mode. A claim that is missing or has another type allows no modes.
 */
export function modesOfClaims(
  claims: Claims,
  { modesClaim, modes, metrics, editModes }: Pick<JwtSettings, 'modesClaim' | 'modes' | 'metrics' | 'editModes'>,
): readonly string[] {
  const values = valuesOf(claimAt(claims, modesClaim));
  if (modes === undefined) return [...new Set(values)].filter((value) => value !== metrics && value !== editModes);
  return [...new Set(values.flatMap((value) => modes.get(value) ?? []))];
}

/**
 * True if the claims grant a permission other than the use of modes: the configured value is among the claim's values.
 */
export function givesRight(
  claims: Claims,
  { modesClaim }: Pick<JwtSettings, 'modesClaim'>,
  value: string | undefined,
): boolean {
  return value !== undefined && valuesOf(claimAt(claims, modesClaim)).includes(value);
}

/** Returns the claim at a key path; undefined if there is no such claim. */
export function claimAt(claims: Claims, path: readonly string[]): unknown {
  let value: unknown = claims;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Claims)[key];
  }
  return value;
}

function valuesOf(claim: unknown): readonly string[] {
  if (typeof claim === 'string') return claim.split(' ').filter((value) => value !== '');
  return Array.isArray(claim) ? claim.filter((value) => typeof value === 'string' && value !== '') : [];
}
