// OAuth logins to remote servers. Nothing else is exported.

export { type AuthorisedFetchOptions, createAuthorisedFetch } from './authorised-fetch.ts';
export { type Authorization, type AuthorizationOptions, beginAuthorization } from './authorization.ts';
export {
  type ClientCredentials,
  type ClientCredentialsOptions,
  createClientCredentials,
} from './client-credentials.ts';
export type { KnownClient } from './client-registration.ts';
export { createGuardedFetch, type GuardedFetch, type GuardedRequest, type GuardOptions } from './guarded-fetch.ts';
export {
  findLogin,
  isLoginOf,
  type Login,
  type LoginKey,
  loginAddress,
  parseLogins,
  printLogins,
  withLogin,
} from './login-record.ts';
export type { LoginStore } from './login-store.ts';
export { createStoredLogin, endLogin, type StoredLoginOptions } from './stored-login.ts';
export type { SentToken, TokenSource } from './token-source.ts';
