// Writes dist: a page for any static host, with relative addresses only. Its files are named after what they hold, so they may be cached for ever.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const folder = fileURLToPath(new URL('.', import.meta.url));
rmSync(`${folder}dist`, { recursive: true, force: true });

const shared = {
  absWorkingDir: folder,
  bundle: true,
  minify: true,
  outdir: 'dist',
  entryNames: '[name]-[hash]',
  chunkNames: 'part-[hash]',
  metafile: true,
  logLevel: 'warning',
};

const [scripts, styles] = await Promise.all([
  build({
    ...shared,
    entryPoints: { page: 'src/page/main.tsx', worker: 'src/worker/worker.ts' },
    format: 'esm',
    // The page and its worker load what both need from the same files.
    splitting: true,
    target: 'es2022',
    jsx: 'automatic',
    // From sources, so that each part is loaded with what uses it and not a whole package.
    conditions: ['@modegate/source'],
    // jsonc-parser's `main` is a UMD file that cannot be bundled; its `module` can.
    mainFields: ['module', 'main'],
    define: { 'process.env.NODE_ENV': '"production"' },
    legalComments: 'linked',
  }),
  build({ ...shared, entryPoints: { page: 'src/page/page.css', icon: 'src/icon.svg' }, loader: { '.svg': 'copy' } }),
]);

const names = {
  script: outputOf(scripts, 'src/page/main.tsx'),
  worker: outputOf(scripts, 'src/worker/worker.ts'),
  styles: outputOf(styles, 'src/page/page.css'),
  icon: outputOf(styles, 'src/icon.svg'),
};
const html = readFileSync(`${folder}src/index.html`, 'utf8').replaceAll(
  /\{(script|worker|styles|icon)\}/g,
  (_, name) => names[name],
);
mkdirSync(`${folder}dist`, { recursive: true });
writeFileSync(`${folder}dist/index.html`, html);

function outputOf({ metafile }, entry) {
  const found = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === entry);
  if (found === undefined) throw new Error(`esbuild wrote nothing for ${entry}`);
  return basename(found[0]);
}
