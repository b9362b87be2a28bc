import { setTimeout as delay } from 'node:timers/promises';
import { createFolder, startHttpServer, writeInto } from '@modegate/cli-kit/testing';
import { afterAll, expect } from 'vitest';
import { builtServer } from '../../support/built-server.ts';
import { openSession } from './http-session.ts';
import { startRenamingProxy } from './renaming-proxy.ts';
import type { ServerEntry } from './upstreams.ts';

const prefix = 'f__';

/**
 * Makes a function that serves the built program as users start it, with a server in its file of servers, behind a proxy that takes the prefix
 * from tools and prompts; `staying` is what a client declares that is there before the suite. All is ended after the tests of the file.
 */
export function conformanceGateways(): (entry: ServerEntry, staying?: object) => Promise<string> {
  const endings: (() => void | Promise<void>)[] = [];
  afterAll(async () => {
    for (const end of endings.toReversed()) await end();
  });
  return async (entry, capabilities) => {
    const [project, home] = [createFolder(), createFolder()];
    const servers = writeInto(home, 'servers.json', JSON.stringify({ mcpServers: { f: entry } }));
    const args = ['--servers', servers, '--mode', 'code', '--toolsets', 'off', '--surface', 'gateway'];
    const { child, url, ended } = await startHttpServer(builtServer, args, { cwd: project, home });
    endings.push(async () => {
      child.kill('SIGTERM');
      expect(await ended).toBe(0);
    });
    // A client that stays, so that the server behind is there for the first request.
    const staying = await openSession(url, capabilities);
    endings.push(() => staying.leave());
    while (!(await staying.names()).includes(`${prefix}test_simple_text`)) await delay(20);
    const proxy = await startRenamingProxy(new URL(url), { prefix, renamed: 'all' });
    endings.push(proxy.close);
    return proxy.url;
  };
}
