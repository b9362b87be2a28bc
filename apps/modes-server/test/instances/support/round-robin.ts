import { once } from 'node:events';
import { Agent, type ClientRequest, createServer, request as open } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import { onTestFinished } from 'vitest';

/** A plain proxy: each request goes to the next server, and one that nobody listens for to the one after it. */
export async function startRoundRobin(targets: readonly string[]): Promise<string> {
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const proxy = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    const first = turn++;
    request.once('end', () => send(Buffer.concat(chunks), 0));
    let pending: ClientRequest | undefined;
    response.once('close', () => pending?.destroy());
    const send = (body: Buffer, tried: number): void => {
      const target = new URL(targets[(first + tried) % targets.length] ?? '');
      // The name under which the client asks, as a proxy that is told to keep it does.
      const headers = { ...request.headers, host: target.host };
      const sent = open({
        agent,
        host: target.hostname,
        port: target.port,
        path: request.url,
        method: request.method,
        headers,
      });
      sent.once('response', (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        response.flushHeaders();
        pipeline(answer, response, () => undefined);
      });
      sent.once('error', (error) => {
        if (response.headersSent) return response.destroy();
        if ('code' in error && error.code === 'ECONNREFUSED' && tried + 1 < targets.length)
          return send(body, tried + 1);
        response.writeHead(502).end();
      });
      pending = sent;
      sent.end(body);
    };
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => {
    agent.destroy();
    proxy.closeAllConnections();
    proxy.close();
  });
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/mcp`;
}
