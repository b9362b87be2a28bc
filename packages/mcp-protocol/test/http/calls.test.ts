import { createServer } from '@modegate/mcp-protocol';
import { type HttpCalls, type ServeHttpOptions, serveHttp } from '@modegate/mcp-protocol/http';
import { expect, onTestFinished, test } from 'vitest';

async function serve(answer: HttpCalls['answer'], more: Partial<ServeHttpOptions> = {}) {
  const calls = { has: (pathname: string) => pathname === '/beside', answer };
  const server = createServer({ info: { name: 'beside', version: '1' } });
  const serving = await serveHttp(server, { drainMs: 0, calls, ...more });
  onTestFinished(() => serving.close());
  return new URL('/beside', serving.url);
}

test('a call outside the protocol receives the headers of its request and answers with its own', async () => {
  const url = await serve(async ({ headers, body }) => ({
    status: 200,
    contentType: 'text/plain',
    body: `${String(headers['x-asked'])} ${body}`,
    headers: { 'Content-Security-Policy': "default-src 'none'" },
  }));
  const response = await fetch(url, { method: 'POST', headers: { 'X-Asked': 'once' }, body: 'more' });
  expect(await response.text()).toBe('once more');
  expect(response.headers.get('content-security-policy')).toBe("default-src 'none'");
  expect((await fetch(url)).status).toBe(405);
});

test('a stream outside the protocol ends when its credential is revoked', async () => {
  let isRevoked = false;
  const url = await serve(
    async () => ({ kind: 'stream', open: (response) => void response.writeHead(200).write('first\n') }),
    {
      authenticate: () => ({ kind: 'admitted', principal: { id: 'ann' } }),
      review: async () => () => (isRevoked ? 'revoked' : 'holds'),
    },
  );
  const response = await fetch(url, { method: 'POST' });
  const reader = response.body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('first\n');
  isRevoked = true;
  await expect(reader?.read()).rejects.toThrow();
});
