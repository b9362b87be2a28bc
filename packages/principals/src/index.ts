// Exports that a start needs; the code that judges credentials is in ./open, and loaded if they are required.
export { mayUseMode, type Principal } from './principal.ts';
export { authDefaults, authKeys, authSchema } from './settings/auth-schema.ts';
export type { AuthLimits, AuthSettings, JwtSettings } from './settings/auth-settings.ts';
export { resolveAuthSettings } from './settings/resolve-auth-settings.ts';
