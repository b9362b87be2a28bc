import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/** A package registry on loopback that has one version of one package. */
export interface FakeRegistry {
  readonly url: string;
  /** The paths that were asked for. */
  readonly asked: readonly string[];
  readonly close: () => Promise<void>;
}

/** Serves a package whose only program says who it is, what it was given and where it works. */
export async function startRegistry(folder: string, version: string, says: string): Promise<FakeRegistry> {
  const manifest = { name: '@modegate/modegate', version, bin: { modegate: 'dist/cli.js' } };
  const tarball = pack(folder, manifest, says);
  const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '');
    asked.push(path);
    if (path.endsWith('.tgz')) return response.end(tarball);
    const dist = { tarball: `http://${request.headers.host}/modegate.tgz`, integrity };
    const found = path === '/@modegate/modegate';
    response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' });
    return response.end(
      JSON.stringify({
        name: manifest.name,
        'dist-tags': { latest: version },
        versions: { [version]: { ...manifest, dist } },
      }),
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, asked, close };
}

function pack(folder: string, manifest: object, says: string): Buffer {
  mkdirSync(join(folder, 'package/dist'), { recursive: true });
  writeFileSync(join(folder, 'package/package.json'), JSON.stringify(manifest));
  const program = `#!/usr/bin/env node
console.log(JSON.stringify({ says: ${JSON.stringify(says)}, args: process.argv.slice(2), cwd: process.cwd() }));
`;
  writeFileSync(join(folder, 'package/dist/cli.js'), program, { mode: 0o755 });
  const { status, stderr } = spawnSync('tar', ['-czf', 'modegate.tgz', 'package'], { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`tar: ${stderr}`);
  return readFileSync(join(folder, 'modegate.tgz'));
}
