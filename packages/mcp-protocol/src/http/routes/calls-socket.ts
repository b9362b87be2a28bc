import { once } from 'node:events';
import { lstat, unlink } from 'node:fs/promises';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import { notFound, rejectRequest } from '../messages/reject-request.ts';
import { answerCall, type HttpCallContext, type HttpCalls } from './http-calls.ts';

/** A Unix socket on which calls are also answered. */
export interface CallsSocket {
  /** Absolute path of the socket. Only the user of this process can open the socket, so no credential is required. */
  readonly path: string;
  readonly calls: HttpCalls;
}

/** Answers calls on a socket. @throws {Error} if the path is in use, or listening fails. */
export async function serveCallsSocket(
  http: Server,
  context: HttpCallContext,
  { path, calls }: CallsSocket,
): Promise<void> {
  http.on('request', (request, response) => {
    const [pathname = '/', query = ''] = (request.url ?? '/').split('?');
    if (!calls.has(pathname)) return rejectRequest(context, response, notFound(`at ${pathname}`));
    const exchange = { request, response, pathname, query, principal: undefined, charge: undefined };
    void answerCall(context, calls, exchange).catch(() => response.destroy());
  });
  await removeLeftover(path);
  await listenAlone(http, path);
}

/** Removes a socket that a killed process has left behind, because that socket would prevent listening. */
async function removeLeftover(path: string): Promise<void> {
  const found = await lstat(path).catch(() => undefined);
  if (found === undefined) return;
  if (!found.isSocket()) throw new Error(`${path} is not a socket`);
  if (await isAnswered(path)) throw new Error(`another process is listening at ${path}`);
  await unlink(path);
}

function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

async function listenAlone(http: Server, path: string): Promise<void> {
  const before = process.umask(0o177);
  try {
    // The socket is created synchronously, and there must be no moment at which anyone else could connect.
    http.listen(path);
  } finally {
    process.umask(before);
  }
  await once(http, 'listening');
}
