import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

/** A folder as a static host has it, below a path of its own and without any header but the type. */
export async function serveFolder(folder: string, path: string) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const url = request.url ?? '/';
    asked.push(url);
    void answer(response, url.startsWith(path) ? url.slice(path.length) || 'index.html' : undefined);
  });
  const answer = async (response: ServerResponse, name: string | undefined) => {
    const isHere = name !== undefined && !name.includes('/');
    const body = isHere ? await readFile(join(folder, name)).catch(() => undefined) : undefined;
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': types[extname(name ?? '')] ?? 'text/plain' });
    response.end(body);
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${path}`,
    asked,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
