import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request as httpRequest } from 'node:http';
import { createServer } from 'node:net';
import { initialize } from '../server/json-rpc-driver.mjs';

/** Starts a program that serves MCP over HTTP on a port of the system's choice, and talks to it as the driver for stdio does. */
export async function startHttpServer(command, { env, cwd }) {
  const port = await freePort();
  const child = spawn(process.execPath, command(port), { cwd, env, stdio: ['ignore', 'ignore', 'pipe'] });
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  let sessionId;
  let lastId = 0;
  const post = async (message) => {
    const { text, headers } = await postJson({ agent, port, sessionId, body: { jsonrpc: '2.0', ...message } });
    sessionId ??= headers['mcp-session-id'];
    return text;
  };
  const request = async (method, params) => readAnswer(await post({ id: ++lastId, method, params }));
  const stop = async () => {
    agent.destroy();
    const ended = once(child, 'exit');
    child.kill();
    await ended;
  };
  const server = { request, notify: (method) => post({ method }), stop };
  await untilItAnswers(server);
  return server;
}

async function untilItAnswers(server) {
  const until = Date.now() + 20_000;
  for (;;) {
    try {
      await initialize(server);
      return;
    } catch (error) {
      if (Date.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

function postJson({ agent, port, sessionId, body }) {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(sessionId === undefined ? {} : { 'mcp-session-id': sessionId, 'mcp-protocol-version': '2025-11-25' }),
    };
    const options = { agent, port, host: '127.0.0.1', path: '/mcp', method: 'POST', headers };
    const sent = httpRequest(options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part) => {
        text += part;
      });
      response.on('end', () => resolve({ text, headers: response.headers }));
    });
    sent.on('error', reject);
    sent.end(JSON.stringify(body));
  });
}

/** The answer in a JSON body or in the last event of a stream. */
function readAnswer(text) {
  if (text.startsWith('{')) return JSON.parse(text);
  const data = text.split('\n').findLast((line) => line.startsWith('data:') && line.includes('"jsonrpc"'));
  return JSON.parse(data.slice('data:'.length));
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return port;
}
