export {
  type HttpServing,
  type HttpSessionRequest,
  type ServeHttpOptions,
  type ServerFactory,
  serveHttp,
} from './serve-http.ts';
