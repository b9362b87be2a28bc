export { decodeHeader, encodeHeader } from './header-value.ts';
export { type ParamHeader, type ParamHeaders, readParamHeaders, valueAtPath } from './param-headers.ts';
export {
  INPUT_METHODS,
  LATEST_SESSION_REVISION,
  LOG_LEVELS,
  type LogLevel,
  META_KEYS,
  META_PREFIX,
  nameOfRequest,
  SESSION_REVISIONS,
  STATELESS_REVISION,
} from './revisions.ts';
