export type {
  Authorise,
  CredentialState,
  HttpAdmission,
  HttpRefusal,
  MessageCost,
  Principal,
  ReviewCredentials,
} from './admission.ts';

export type { CallsSocket } from './calls-socket.ts';
export { isLoopbackHost } from './host-check.ts';
export type { HttpCall, HttpCalls, HttpStream } from './http-calls.ts';
export { DEFAULT_HTTP_LIMITS, type HttpLimits } from './http-limits.ts';
export type { GuardedPages, HttpPage } from './http-pages.ts';
export type { RefusedReason } from './refuse.ts';
export type { HttpRelay, RelayedExchange, RelayOutcome } from './relay.ts';
export { type HttpEnd, type HttpServing, type ServeHttpOptions, serveHttp } from './serve-http.ts';
export type { HttpSessionRequest, OpenedServer, ServerFactory } from './server-factory.ts';
