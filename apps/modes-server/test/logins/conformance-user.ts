/*
 * A person, and an agent, for the conformance suite: logs in with the built program as it is, serves with it, and calls every tool. Started by the
 * suite with the address of its server; ends with 0 when the tools answered, and with 1 otherwise.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const program = join(import.meta.dirname, '../../dist/cli.js');
const address = process.argv.at(-1) ?? '';
const context = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}') as Readonly<Record<string, string | undefined>>;
const scenario = process.env.MCP_CONFORMANCE_SCENARIO ?? '';
const home = mkdtempSync(join(tmpdir(), 'mg-conformance-'));
const env = await environment();

/** More than the suite allows a client to try. */
const MAX_LOGINS = 3;

if (!scenario.includes('client-credentials') && !(await logIn())) process.exit(1);
for (let logins = 1; ; logins += 1) {
  const said = await callEveryTool();
  if (said === undefined) process.exit(0);
  process.stderr.write(`${said}\n`);
  if (logins >= MAX_LOGINS || !said.includes('modes-server login') || !(await logIn())) process.exit(1);
}

async function environment(): Promise<NodeJS.ProcessEnv> {
  mkdirSync(join(home, 'project'));
  const servers = join(home, 'servers.json');
  writeFileSync(servers, JSON.stringify({ mcpServers: { suite: { type: 'streamable-http', url: address } } }));
  const { client_id: id, client_secret: secret } = context;
  const issuer = secret === undefined ? undefined : (context.issuer ?? (await findIssuer()));
  return {
    PATH: process.env.PATH,
    HOME: home,
    USERPROFILE: home,
    MODEGATE_SERVERS: servers,
    MODEGATE_OAUTH_CLIENT_ID_URL: 'https://conformance-test.local/client-metadata.json',
    ...(id === undefined ? {} : { MODEGATE_OAUTH_SUITE_CLIENT_ID: id }),
    ...(secret === undefined
      ? {}
      : { MODEGATE_OAUTH_SUITE_CLIENT_SECRET: secret, MODEGATE_OAUTH_SUITE_ISSUER: issuer }),
  };
}

/** Whom a person who has the secret knows. */
async function findIssuer(): Promise<string | undefined> {
  const response = await fetch(new URL('/.well-known/oauth-protected-resource/mcp', address));
  return response.ok
    ? ((await response.json()) as { readonly authorization_servers: readonly string[] }).authorization_servers[0]
    : undefined;
}

function start(...args: readonly string[]) {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: join(home, 'project'),
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  return { child, lines: createInterface({ input: child.stdout }) };
}

/** Opens the address that the program prints, as a browser would. */
async function logIn(): Promise<boolean> {
  const { child, lines } = start('login', 'suite', '--timeout', '10');
  const ended = new Promise<boolean>((resolve) => child.once('close', (code) => resolve(code === 0)));
  lines.on('line', (line) => {
    if (/^https?:/u.test(line))
      void fetch(line).then(
        (response) => response.text(),
        () => undefined,
      );
  });
  return ended;
}

/** What a refused tool, or a server without tools, says; undefined when all answered. */
async function callEveryTool(): Promise<string | undefined> {
  const { child, lines } = start('--mode', 'code', '--first-list-wait', '5');
  const answers = new Map<number, (message: Answer) => void>();
  lines.on('line', (line) => {
    const message = JSON.parse(line) as Answer;
    answers.get(message.id ?? -1)?.(message);
  });
  let lastId = 0;
  const request = (method: string, params: object) =>
    new Promise<Answer>((resolve) => {
      lastId += 1;
      answers.set(lastId, resolve);
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: lastId, method, params })}\n`);
    });
  await request('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'suite', version: '1' },
  });
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
  await request('tools/list', {});
  const listed = await request('tools/call', { name: 'list_available_tools', arguments: {} });
  const { tools = [], servers = [] } = listed.result?.structuredContent ?? {};
  let problem = servers.find(({ state }) => state !== 'connected')?.detail;
  for (const { name } of tools) {
    const { result, error } = await request('tools/call', { name: 'call_tool', arguments: { name, arguments: {} } });
    if (result?.isError === true || error !== undefined) problem ??= JSON.stringify(result ?? error);
  }
  const ended = new Promise((resolve) => child.once('close', resolve));
  child.stdin.end();
  await ended;
  return problem;
}

interface Answer {
  readonly id?: number;
  readonly error?: unknown;
  readonly result?: {
    readonly isError?: boolean;
    readonly structuredContent?: {
      readonly tools?: readonly { readonly name: string }[];
      readonly servers?: readonly { readonly state: string; readonly detail?: string }[];
    };
  };
}
