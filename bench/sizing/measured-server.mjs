import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../apps/modes-server/dist/cli.js', import.meta.url));
const probe = fileURLToPath(new URL('probe.mjs', import.meta.url));
const initialize = {
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'sizing', version: '1' } },
};

/** Starts the built server over HTTP, with files in its project and its home folder; its memory and its CPU time can be asked for. Linux. */
export async function startMeasuredServer({ args = [], project = {}, home = {}, gateway = 'off' } = {}) {
  const folders = [project, home].map(createFolder);
  const env = { PATH: process.env.PATH, HOME: folders[1], MODEGATE_GATEWAY_MODE: gateway, MODEGATE_LOG_LEVEL: 'ERROR' };
  const limits = ['--http-limit', 'max_sessions=100000', '--http-limit', 'max_connections=100000'];
  const command = ['--expose-gc', '--import', probe, program, 'serve', '--http', '0', ...limits, ...args];
  const child = spawn(process.execPath, command, { cwd: folders[0], env, stdio: ['ignore', 'ignore', 'pipe'] });
  const line = createLineReader(child.stderr);
  const { port } = new URL((await line(/^Serving on (\S+)$/m))[1]);
  const memory = async () => {
    child.kill('SIGUSR2');
    return JSON.parse((await line(/^MEMORY (.*)$/m))[1]);
  };
  const stop = async () => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  };
  return { port, memory, cpuMs: () => cpuMs(child.pid), stop };
}

/** Opens an MCP session; `call` resolves with what a tool answered. */
export async function openSession({ port }, { agent = new Agent({ keepAlive: true }), headers = {} } = {}) {
  let lastId = 0;
  const first = await post({ agent, port, headers, body: { id: 0, ...initialize } });
  if (first.status !== 200) throw new Error(`initialize: ${first.status} ${first.text}`);
  const own = { ...headers, 'mcp-session-id': first.sessionId, 'mcp-protocol-version': '2025-11-25' };
  await post({ agent, port, headers: own, body: { method: 'notifications/initialized' } });
  const call = async (name, parameters) => {
    const body = { id: ++lastId, method: 'tools/call', params: { name, arguments: parameters } };
    const { result } = readAnswer((await post({ agent, port, headers: own, body })).text);
    if (result === undefined || result.isError) throw new Error(`${name} failed: ${JSON.stringify(result)}`);
    return result.structuredContent;
  };
  return { call, headers: own, agent };
}

/** Opens the stream of notifications of a session, and leaves it open. */
export function openStream({ port }, { agent, headers }) {
  return new Promise((resolve, reject) => {
    const accept = { accept: 'text/event-stream' };
    const options = { agent, port, host: '127.0.0.1', path: '/mcp', headers: { ...headers, ...accept } };
    httpRequest(options, (response) => resolve(response.resume()))
      .on('error', reject)
      .end();
  });
}

function post({ agent, port, headers, body }) {
  const own = { ...headers, 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  return new Promise((resolve, reject) => {
    const options = { agent, port, host: '127.0.0.1', path: '/mcp', method: 'POST', headers: own };
    const sent = httpRequest(options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part) => {
        text += part;
      });
      const { statusCode: status, headers: answered } = response;
      response.on('end', () => resolve({ status, text, sessionId: answered['mcp-session-id'] }));
    });
    sent.on('error', reject).end(JSON.stringify({ jsonrpc: '2.0', ...body }));
  });
}

function readAnswer(text) {
  if (text.startsWith('{')) return JSON.parse(text);
  return JSON.parse(
    text
      .split('\n')
      .findLast((line) => line.startsWith('data: {'))
      .slice('data: '.length),
  );
}

/** What the process has used so far: fields 14 and 15 of its `stat`, in hundredths of a second. */
function cpuMs(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function createFolder(files) {
  const folder = mkdtempSync(join(tmpdir(), 'modegate-sizing-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text, { mode: 0o600 });
  return folder;
}

/** Resolves with the next match in what a stream says; what was before it is forgotten. */
function createLineReader(stream) {
  let text = '';
  let wake = () => undefined;
  stream.setEncoding('utf8').on('data', (part) => {
    text += part;
    wake();
  });
  stream.on('end', () => wake(new Error(`The server ended: ${text}`)));
  return async (pattern) => {
    for (;;) {
      const match = pattern.exec(text);
      if (match !== null) {
        text = text.slice(match.index + match[0].length);
        return match;
      }
      const failure = await new Promise((resolve) => {
        wake = resolve;
      });
      if (failure !== undefined) throw failure;
    }
  };
}
