// This module is loaded at every start; the code that checks credentials is in ./open and is loaded on demand.
export { mayUseMode, type Principal } from './principal.ts';
export { authDefaults, authKeys, authSchema } from './settings/auth-schema.ts';
export type { AuthLimits, AuthSettings, JwtSettings } from './settings/auth-settings.ts';
export { resolveAuthSettings } from './settings/resolve-auth-settings.ts';
