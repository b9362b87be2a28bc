import { HostError } from '../host-error.ts';
import { briefly, isJsonObject, type JsonObject } from './json-object.ts';
import { RpcError } from './rpc-error.ts';

/** Reads why a response is no result: the server's own error, or a `HostError` `UPSTREAM_PROTOCOL` when it is neither. */
export function responseError(
  response: JsonObject,
  { server, method }: { readonly server: string | undefined; readonly method: string },
): Error {
  const { error } = response;
  if (isJsonObject(error) && typeof error.code === 'number') {
    const message = typeof error.message === 'string' ? error.message : `Error ${error.code}`;
    return new RpcError(error.code, message, error.data);
  }
  const received = error === undefined || error === null ? `the result ${briefly(response.result)}` : briefly(error);
  const reason = `it answered "${method}" with ${received}, expected an object as the result or a JSON-RPC error.`;
  const who = server === undefined ? 'The server' : `The server "${server}"`;
  return new HostError('UPSTREAM_PROTOCOL', `${who} does not keep to the protocol: ${reason}`, {
    data: { server, reason },
  });
}
