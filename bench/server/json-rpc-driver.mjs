import { spawn } from 'node:child_process';

const protocolVersion = '2025-11-25';

/**
 * Starts an MCP server on stdio and talks to it in plain lines, without an SDK between the clock and the server.
 * Diagnostics on stderr are kept for the message of a failure.
 */
export function startServer(script, { cwd, env, args = [] }) {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [script, ...args], { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] });
  const waiting = new Map();
  let stderr = '';
  let lastId = 0;
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr = (stderr + text).slice(-2000);
  });
  readLines(child.stdout, (line) => {
    const message = JSON.parse(line);
    const settle = waiting.get(message.id);
    if (settle === undefined || message.method !== undefined) return;
    waiting.delete(message.id);
    settle.resolve(message);
  });
  child.on('exit', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`${script} ended with ${code}: ${stderr}`));
  });
  child.stdin.on('error', () => {});
  const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const request = (method, params) =>
    new Promise((resolve, reject) => {
      const id = ++lastId;
      waiting.set(id, { resolve, reject });
      send({ id, method, params });
    });
  const stop = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill();
    await ended;
  };
  return { startedAt, pid: child.pid, request, notify: (method) => send({ method }), stop };
}

/** The handshake; returns the server's answer to `initialize`. */
export async function initialize(server) {
  const clientInfo = { name: 'modegate-bench', version: '0.0.0' };
  const answer = await server.request('initialize', { protocolVersion, capabilities: {}, clientInfo });
  if (answer.result?.serverInfo === undefined) throw new Error(`initialize failed: ${JSON.stringify(answer)}`);
  server.notify('notifications/initialized');
  return answer.result;
}

/** Calls a tool; returns its result and throws on a protocol error. */
export async function callTool(server, name, parameters) {
  const answer = await server.request('tools/call', { name, arguments: parameters });
  if (answer.result === undefined) throw new Error(`${name} failed: ${JSON.stringify(answer)}`);
  return answer.result;
}

function readLines(stream, onLine) {
  let rest = '';
  stream.setEncoding('utf8').on('data', (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') onLine(line);
  });
}
