export type {
  Authenticate,
  AuthenticatedPrincipal,
  AuthenticatedRequest,
  CredentialState,
  HttpRefusal,
  MessageCost,
  ReviewCredentials,
} from './auth/authentication.ts';
export { isLoopbackHost } from './auth/host-check.ts';
export { DEFAULT_HTTP_LIMITS, type HttpLimits } from './http-limits.ts';
export type { HttpRefusalReason } from './messages/reject-request.ts';
export type { CallsSocket } from './routes/calls-socket.ts';
export type { HttpCall, HttpCalls, HttpStream } from './routes/http-calls.ts';
export type { HttpPage, ProtectedPages } from './routes/http-pages.ts';
export { type HttpEnd, type HttpServing, type ServeHttpOptions, serveHttp } from './serve-http.ts';
export type { FactoryResult, HttpSessionRequest, ServerFactory } from './server-factory.ts';
export type { HttpRelay, RelayedExchange, RelayOutcome } from './sessions/relay.ts';
