import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Bundles the echo server exactly as the product's server is bundled; returns the path of the one file. */
export async function bundleEcho() {
  const outfile = fileURLToPath(new URL('../dist/echo-server.js', import.meta.url));
  await build({
    entryPoints: [fileURLToPath(new URL('echo-server.mjs', import.meta.url))],
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
