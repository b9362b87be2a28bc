// Loaded only if credentials are required.

export { type AuthErrorResponse, toErrorResponse } from './auth-error-response.ts';
export { type AuthFailure, type AuthFailureCode, authFailure } from './auth-failure.ts';
export { type Authenticator, type AuthenticatorOptions, createAuthenticator } from './authenticator.ts';
export { httpAuth, metricsAuth, requireAuthentication, toHttpRefusal } from './http/http-auth.ts';
export { listTokens } from './tokens/token-file.ts';
