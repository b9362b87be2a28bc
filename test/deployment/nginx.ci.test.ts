import { once } from 'node:events';
import { request } from 'node:https';
import { describe, expect, onTestFinished, test } from 'vitest';
import { twoTools } from '../../apps/modes-server/test/gateway/support/upstreams.ts';
import { builtServer } from '../../apps/modes-server/test/support/built-server.ts';
import { connectHttp } from '../../apps/modes-server/test/support/http-wire.ts';
import { createFolder, startHttpServer, writeInto } from '../../packages/cli-kit/src/testing/index.ts';
import { freePort } from '../support/free-port.ts';
import { hasNginx, localNginxConf, nginxComplaints, startNginx } from './support/local-nginx.ts';
import { deployed } from './support/places.ts';

describe('nginx.conf', () => {
  test('nginx.conf passes streams on unbuffered and waits for them', () => {
    const text = deployed('compose/nginx.conf');
    expect(text).toMatch(/proxy_buffering off;/);
    expect(text).toMatch(/proxy_read_timeout 1h;/);
    expect(text).toMatch(/proxy_set_header Host \$host;/);
  });

  test.skipIf(!hasNginx)('nginx -t accepts nginx.conf', () => expect(nginxComplaints(localNginxConf())).toBe(''));

  test.skipIf(!hasNginx)('an event of a call in progress arrives immediately through nginx', async () => {
    const served = await serveSlowTool();
    const port = await freePort();
    const { host } = new URL(served.url);
    const file = localNginxConf((text) =>
      text.replace('listen 8443', `listen 127.0.0.1:${port}`).replace('modes:8080', host),
    );
    const nginx = startNginx(file);
    onTestFinished(async () => {
      nginx.kill('SIGQUIT');
      await once(nginx, 'exit');
    });
    const client = await connectHttp(served.url);
    await expect.poll(async () => JSON.stringify((await client.request('tools/list')).json)).toContain('alpha__slow');
    await expect.poll(() => callThrough(port, client.sessionId).catch(() => [])).toSatisfy(cameInParts);
  });
});

/** Whether the first event came by itself, before the answer. */
function cameInParts(parts: readonly string[]): boolean {
  const [first = ''] = parts.filter((part) => part.includes('notifications/progress'));
  return first !== '' && !first.includes('"result"') && parts.join('').includes('"result"');
}

async function serveSlowTool() {
  const home = createFolder();
  const servers = writeInto(home, 'servers.json', JSON.stringify({ mcpServers: { alpha: twoTools('alpha').entry } }));
  const flags = ['--servers', servers, '--mode', 'code'];
  const served = await startHttpServer(builtServer, flags, { cwd: createFolder(), home });
  onTestFinished(async () => {
    served.child.kill('SIGTERM');
    await served.ended;
  });
  return served;
}

/** Calls the slow tool over TLS; resolves with the body in the parts in which it arrived. */
function callThrough(port: number, sessionId: string): Promise<readonly string[]> {
  const params = { name: 'alpha__slow', arguments: { ms: 1_000 }, _meta: { progressToken: `p${Math.random()}` } };
  const headers = {
    host: 'localhost',
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-session-id': sessionId,
    'mcp-protocol-version': '2025-11-25',
  };
  return new Promise((resolve, reject) => {
    const options = { port, host: '127.0.0.1', path: '/mcp', method: 'POST', headers, rejectUnauthorized: false };
    const sent = request(options, (response) => {
      const parts: string[] = [];
      response.setEncoding('utf8').on('data', (part: string) => parts.push(part));
      response.on('end', () => resolve(parts));
    });
    sent.on('error', reject);
    sent.end(JSON.stringify({ jsonrpc: '2.0', id: `c${Math.random()}`, method: 'tools/call', params }));
  });
}
