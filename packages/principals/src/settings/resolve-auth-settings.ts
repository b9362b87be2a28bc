import { existsSync } from 'node:fs';
import { AppError, expandPath } from '@modegate/cli-kit';
import type * as z from 'zod';
import { isScopeClaim } from '../jwt/claim-modes.ts';
import { authDefaults, type authSchema } from './auth-schema.ts';
import type { AuthSettings, JwtSettings } from './auth-settings.ts';

/**
 * Resolves the `auth` section of the configuration file.
 *
 * @param from.tokensFile - The tokens file, unless the section specifies one.
 * @param from.file - The configuration file, for messages.
 * @throws {AppError} exit code 2 if scopes are used as modes without a mapping from scopes to modes.
 */
export function resolveAuthSettings(
  auth: z.infer<ReturnType<typeof authSchema>> = {},
  from: { readonly tokensFile: string; readonly file: string | undefined },
): AuthSettings {
  const { tokens_file: named, jwt, limits } = auth;
  const tokensFile = expandPath(named ?? from.tokensFile);
  return {
    isConfigured: Boolean(jwt ?? named) || existsSync(tokensFile),
    tokensFile,
    resourceUrl: auth.resource_url ?? urlOf(jwt?.audience),
    jwt: jwt ? resolveJwt(jwt, from.file ?? 'The configuration file') : undefined,
    limits: {
      requestsPerSecond: limits?.requests_per_second ?? authDefaults.limits.requests_per_second,
      burst: limits?.burst ?? authDefaults.limits.burst,
      concurrent: limits?.concurrent ?? authDefaults.limits.concurrent,
    },
  };
}

function resolveJwt(jwt: NonNullable<z.infer<ReturnType<typeof authSchema>>['jwt']>, file: string): JwtSettings {
  const { name_claim: nameClaim, modes_claim: modesClaim, clock_tolerance: clockTolerance, modes } = jwt;
  const claim = [modesClaim ?? authDefaults.modesClaim].flat();
  // An issuer's own scopes, such as 'profile', would otherwise allow a mode with the same name.
  if (modes === undefined && isScopeClaim(claim))
    throw new AppError(
      `${file}: 'auth.jwt.modes' is missing: say which modes each scope opens, such as { "modes:read": ["ask"] }, or name another claim in 'auth.jwt.modes_claim' that has the modes themselves.`,
    );
  return {
    issuer: jwt.issuer,
    audience: jwt.audience,
    jwksUri: jwt.jwks_uri,
    algorithms: jwt.algorithms ?? authDefaults.algorithms,
    clockToleranceMs: (clockTolerance ?? authDefaults.clockTolerance) * 1_000,
    type: jwt.type,
    nameClaim: [nameClaim ?? authDefaults.nameClaim].flat(),
    modesClaim: claim,
    modes: modes === undefined ? undefined : new Map(Object.entries(modes)),
    metrics: jwt.metrics,
    editModes: jwt.edit_modes,
  };
}

function urlOf(audience: string | undefined): string | undefined {
  return audience !== undefined && /^https?:\/\//.test(audience) && URL.canParse(audience) ? audience : undefined;
}
