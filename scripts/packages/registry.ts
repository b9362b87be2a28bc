import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename } from 'node:path';
import type { Tarball } from './tarball.ts';

/** A package registry on this machine. */
export interface Registry {
  /** Ends in a slash. No two runs share one, so that no cache takes the packages of another run for these. */
  readonly url: string;
  readonly close: () => void;
}

/** Serves the tarballs as the registry will once they are published; packages of others come from where they always do. */
export async function openRegistry(tarballs: readonly Tarball[]): Promise<Registry> {
  const prefix = `/${randomUUID()}/`;
  const server = createServer((request, response) => {
    const wanted = decodeURIComponent(request.url ?? '').slice(prefix.length);
    const archive = tarballs.find(({ path }) => basename(path) === wanted);
    const listed = tarballs.find(({ manifest }) => manifest.name === wanted);
    if (archive !== undefined) response.end(readFileSync(archive.path));
    else if (listed !== undefined)
      response.end(JSON.stringify(describe(listed, `http://${request.headers.host}${prefix}`)));
    else response.writeHead(404).end('{}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}${prefix}`, close: () => server.close().closeAllConnections() };
}

function describe({ path, manifest }: Tarball, url: string): object {
  const { name, version } = manifest;
  const integrity = `sha512-${createHash('sha512').update(readFileSync(path)).digest('base64')}`;
  const dist = { tarball: url + basename(path), integrity };
  return { name, 'dist-tags': { latest: version }, versions: { [version]: { ...manifest, dist } } };
}
