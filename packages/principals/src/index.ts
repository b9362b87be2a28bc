// What a start needs; what judges credentials is in ./open, and loaded where they are asked for.
export { mayUseMode, type Principal } from './principal.ts';
export { authDefaults, authKeys, authSchema } from './settings/auth-schema.ts';
export type { AuthLimits, AuthSettings, JwtSettings } from './settings/auth-settings.ts';
export { resolveAuthSettings } from './settings/resolve-auth-settings.ts';
