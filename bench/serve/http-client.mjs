import { once } from 'node:events';
import { connect } from 'node:net';
import { initialize } from '../server/json-rpc-driver.mjs';

/**
 * One MCP client over HTTP: a connection and a session of its own. It writes and reads plain HTTP/1.1, so that hundreds of them take little from the
 * processor that the server needs. With `headersOf`, which gives the headers of a message as text, it has no session and each request says all itself.
 */
export async function openClient(url, { token, headersOf } = {}) {
  const { hostname, port, pathname } = new URL(url);
  const credential = token === undefined ? '' : `Authorization: Bearer ${token}\r\n`;
  let connection;
  let session = '';
  let lastId = 0;
  // A server may end a connection that has been idle for some seconds.
  const connected = async () => {
    if (connection === undefined || connection.isOver()) connection = await openConnection(hostname, port);
    return connection;
  };
  const post = async (message) => {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    const head = `POST ${pathname} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n`;
    const text = `${head}${credential}${headersOf?.(message) ?? session}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
    const answer = (await (await connected()).exchange(text)) ?? (await (await connected()).exchange(text));
    if (answer === undefined) throw new Error(`${url} closes every connection`);
    if (session !== '' || headersOf !== undefined) return answer;
    const id = /^mcp-session-id: (\S+)\r$/im.exec(answer)?.[1];
    session = `Mcp-Session-Id: ${id}\r\nMcp-Protocol-Version: 2025-11-25\r\n`;
    return answer;
  };
  const client = {
    request: async (method, params) => readMessage(await post({ id: ++lastId, method, params })),
    notify: (method) => void pending.push(post({ method })),
    close: () => connection?.close(),
  };
  const pending = [];
  if (headersOf === undefined) await initialize(client);
  await Promise.all(pending);
  return client;
}

/** A connection on which one request is under way at a time; `exchange` gives undefined when it was closed instead of an answer. */
async function openConnection(hostname, port) {
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.setNoDelay(true);
  let settle;
  let received = '';
  const finish = (answer) => {
    received = '';
    settle?.(answer);
    settle = undefined;
  };
  socket.setEncoding('latin1').on('data', (chunk) => {
    received += chunk;
    if (isWhole(received)) finish(received);
  });
  socket.on('error', () => {}).on('close', () => finish(undefined));
  return {
    isOver: () => socket.destroyed || socket.readableEnded,
    exchange: (text) =>
      new Promise((resolve) => {
        settle = resolve;
        socket.write(text);
      }),
    close: () => socket.destroy(),
  };
}

/** Whether an answer is complete: in chunks, or of a known length. */
function isWhole(text) {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return false;
  const head = text.slice(0, end).toLowerCase();
  if (head.includes('transfer-encoding: chunked')) return text.endsWith('0\r\n\r\n');
  const length = /content-length: (\d+)/.exec(head)?.[1] ?? '0';
  return text.length - end - 4 >= Number(length);
}

/** The message in the last event of an answer, or in its body, which is one line, in a chunk of its own or by itself. */
function readMessage(answer) {
  const text = Buffer.from(answer, 'latin1').toString('utf8');
  const event = text.split('\n').findLast((line) => line.startsWith('data: {'));
  const json =
    event === undefined ? text.split('\r\n').find((line) => line.startsWith('{')) : event.slice('data: '.length);
  try {
    return JSON.parse(json);
  } catch {
    throw new Error(`Not a message: ${text.slice(0, 500)}`);
  }
}
