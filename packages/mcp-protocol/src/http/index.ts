export type { Authorise, HttpAdmission, HttpRefusal, Principal } from './admission.ts';
export type { HttpPage, HttpSessionRequest, OpenedServer, ServerFactory } from './answer-request.ts';
export { isLoopbackHost } from './host-check.ts';
export { DEFAULT_HTTP_LIMITS, type HttpLimits } from './http-limits.ts';
export type { HttpRelay, RelayedExchange, RelayOutcome } from './relay.ts';
export { type HttpEnd, type HttpServing, type ServeHttpOptions, serveHttp } from './serve-http.ts';
