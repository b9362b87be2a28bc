import { lstatSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { CommandAgent } from '@modegate/agent-hooks';
import { isJsonObject } from '@modegate/json';
import { postPayload } from './post-payload.ts';

/** A query to a modes-server, and the socket on which the server listens. */
export interface SocketQuestion {
  readonly socket: string;
  readonly agent: CommandAgent;
  readonly mode: string | undefined;
  /** Absolute path of the project folder that the query concerns. */
  readonly projectRoot: string | undefined;
}

/**
 * Sends a hook's payload to modes-server over its Unix socket. Resolves with the text for the agent, which is empty if
 * the call is allowed.
 *
 * @throws {Error} if the socket belongs to another user, the server cannot be reached, or its answer is not a JSON
 * object with HTTP status 200.
 */
export async function askSocket(payload: string, question: SocketQuestion): Promise<string> {
  const { socket, agent, mode, projectRoot } = question;
  checkOwner(socket);
  const query = projectRoot === undefined ? '' : `?project=${encodeURIComponent(projectRoot)}`;
  const path = `/hooks/${agent}${mode === undefined ? '' : `/${mode}`}${query}`;
  const { status, body } = await postPayload({ socketPath: socket, path, agent: false }, payload);
  const answer: unknown = status === 200 ? JSON.parse(body) : undefined;
  if (!isJsonObject(answer)) throw new Error(`modes-server at ${socket} answered with HTTP status ${status}`);
  return Object.keys(answer).length === 0 ? '' : body;
}

/**
 * Makes sure that no other user owns the socket or can replace it. Root can always do so, and the owner of a link could
 * change that link later.
 */
function checkOwner(socket: string): void {
  const own = process.getuid?.();
  if (own === undefined) throw new Error('on this system, the owner of a socket cannot be checked');
  const [file, folder] = [lstatSync(socket), statSync(dirname(socket))];
  if (!file.isSocket()) throw new Error(`${socket} is not a socket`);
  const stranger = [file.uid, folder.uid].find((uid) => uid !== own && uid !== 0);
  if (stranger !== undefined)
    throw new Error(`${socket} or its folder belongs to user ${stranger}, but you are user ${own}`);
  if ((folder.mode & 0o022) !== 0 && (folder.mode & 0o1000) === 0)
    throw new Error(`other users can write to the folder of ${socket}`);
}
