import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Bundles the echo server exactly as the product's server is bundled; returns the path of the one file. */
export function bundleEcho() {
  return bundleScript(fileURLToPath(new URL('echo-server.mjs', import.meta.url)));
}

/** Bundles a script as the product's server is bundled; returns the path of the one file. */
export async function bundleScript(entry) {
  const outfile = fileURLToPath(new URL(`../dist/${basename(entry, '.mjs')}.js`, import.meta.url));
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    logLevel: 'error',
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module';const require = __createRequire(import.meta.url);",
    },
  });
  return outfile;
}
