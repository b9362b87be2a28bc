/** Why a request over HTTP was refused before the protocol saw it, or what an {@link HttpRefusal} says itself. */
export type RefusedReason =
  | 'host'
  | 'path'
  | 'method'
  | 'body_too_large'
  | 'malformed'
  | 'session_missing'
  | 'session_unknown'
  | 'id_in_flight'
  | 'too_many_pending'
  | 'too_many_streams'
  | 'too_many_sessions'
  | 'too_many_connections'
  | 'stopping'
  | 'fault';
