// A small MCP server for tests, loaded before a script that says what is special about it.
const { spawn } = require('node:child_process');
const fs = require('node:fs');
const { createInterface } = require('node:readline');

const write = (text) => process.stdout.write(text);
const send = (message) => write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

/** What is answered to each method; a script adds to it. Each gets the params and the id, and returns a result or nothing. */
const methods = {
  initialize: () => ({
    protocolVersion: '2025-11-25',
    serverInfo: { name: 'scripted', version: '1.0.0' },
    capabilities: { tools: {} },
  }),
  echo: (params) => params,
  pid: () => ({ pid: process.pid }),
};

let serving = true;
const lines = createInterface({ input: process.stdin });
const serve = (line) => {
  const message = JSON.parse(line);
  const result = methods[message.method]?.(message.params, message.id);
  if (message.id !== undefined && result !== undefined) send({ id: message.id, result });
};
lines.on('line', (line) => serving && serve(line));

const stopServing = () => {
  serving = false;
};
const stayAlive = () => setInterval(() => undefined, 1_000_000);

/** Starts a process of the same program that only stays alive, and tells its id. */
const spawnChild = (code, options = {}) => {
  const child = spawn(process.execPath, ['-e', `${code}; setInterval(() => undefined, 1_000_000)`], {
    stdio: ['ignore', 'inherit', 'inherit'],
    ...options,
  });
  return child.pid;
};

Object.assign(globalThis, { methods, lines, write, send, stopServing, stayAlive, spawnChild, fs });
