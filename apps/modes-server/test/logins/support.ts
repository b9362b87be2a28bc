import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectOutput, createFolder, type environment, startScript, writeInto } from '@modegate/cli-kit/testing';
import { afterEach } from 'vitest';
import {
  type OAuthServer,
  type OAuthServerOptions,
  startOAuthServer,
} from '../../../../packages/mcp-host/test/support/oauth-server.ts';
import { builtServer, runServer } from '../support/built-server.ts';
import { connectWire, type WireClient } from '../support/wire-client.ts';

const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

/** A server that wants a login, and a project that has it as `guarded`. */
export async function openGuarded(
  options: OAuthServerOptions = {},
  variables: (origin: string) => Record<string, string> = () => ({}),
  entry: object = {},
) {
  const server = await startOAuthServer(options);
  closing.push(server.close);
  const [home, cwd] = [createFolder(), createFolder()];
  const servers = writeInto(
    home,
    'servers.json',
    JSON.stringify({ mcpServers: { guarded: { type: 'streamable-http', url: server.url, ...entry } } }),
  );
  const where = {
    cwd,
    home,
    env: { MODEGATE_SERVERS: servers, MODEGATE_GATEWAY_MODE: 'auto', ...variables(server.origin) },
  };
  const file = join(home, '.roo-code', 'modegate', 'logins.json');
  return {
    server,
    where,
    file,
    run: (...args: string[]) => runServer(args, where),
    startLogin: (...args: string[]) => startLogin(['login', 'guarded', ...args], where),
    /** Logs in as a person whose browser comes back at once. */
    async logIn(...args: string[]) {
      const login = startLogin(['login', 'guarded', ...args], where);
      await (await fetch(await login.address)).text();
      return { ...login, code: await login.ended };
    },
    logins: () => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).logins : []),
    async connect(...args: string[]): Promise<WireClient> {
      const client = await connectWire(args, where);
      closing.push(client.end);
      return client;
    },
  };
}

/** Starts `login`, its arguments included, with its stdin open. */
export function startLogin(args: readonly string[], where: Parameters<typeof environment>[0]) {
  const child = startScript(builtServer, args, where);
  const [stdout, stderr] = [collectOutput(child.stdout), collectOutput(child.stderr)];
  const address = Promise.withResolvers<string>();
  child.stdout.on('data', () => {
    const found = /^http:\/\/127\.0\.0\.1:\d+\/authorize\S+$/mu.exec(stdout());
    if (found !== null && stdout().includes('copy the address that the browser was redirected to and paste it here'))
      address.resolve(found[0]);
  });
  const ended = new Promise<number | string | null>((resolve) => {
    child.once('close', (code, signal) => resolve(signal ?? code));
  });
  void ended.then((code) => address.reject(new Error(`It ended with ${code}: ${stderr()}`)));
  address.promise.catch(() => undefined);
  return { child, stdout, stderr, ended, address: address.promise };
}

/** Where the browser is sent back to, which it does not follow. */
export async function redirectOf(address: string): Promise<string> {
  const response = await fetch(address, { redirect: 'manual' });
  await response.body?.cancel();
  return response.headers.get('location') ?? '';
}

/** Everything secret that a server has given out. */
export function secretsOf({ tokens, refreshTokens }: OAuthServer): readonly string[] {
  return [...tokens, ...refreshTokens];
}
