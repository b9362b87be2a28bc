import type { IncomingHttpHeaders } from 'node:http';
import { isJsonObject } from '@modegate/json';
import type { JsonRpcRequest } from '@modegate/json-rpc';

/** Matches a `traceparent` as defined in W3C Trace Context, version 00. */
const TRACE_PARENT = /^00-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;

const MAX_TRACE_STATE = 512;

/**
 * Copies the trace context from the HTTP headers to the `_meta` of a request, where MCP expects it, unless the request
 * already has a trace context. If the headers contain no valid trace context, returns the same object.
 */
export function tracedRequest(request: JsonRpcRequest, headers: IncomingHttpHeaders): JsonRpcRequest {
  const { traceparent, tracestate } = headers;
  if (typeof traceparent !== 'string' || !TRACE_PARENT.test(traceparent)) return request;
  const { params = {} } = request;
  const { _meta: meta = {} } = params;
  if (!isJsonObject(meta) || 'traceparent' in meta) return request;
  const state = typeof tracestate === 'string' && tracestate.length <= MAX_TRACE_STATE ? { tracestate } : {};
  return { ...request, params: { ...params, _meta: { ...meta, traceparent, ...state } } };
}
