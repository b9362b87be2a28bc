import { join } from 'node:path';
import { build } from 'esbuild';

const folder = join(import.meta.dirname, '../page');

/** Bundles a page from the built packages, as an extension does. */
export async function bundlePage(entry: string, { react = true } = {}): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(folder, entry)],
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    // jsonc-parser's `main` is a UMD file that cannot be bundled; its `module` can.
    mainFields: ['module', 'main'],
    ...(react ? {} : { external: ['react', 'react-dom', 'react/jsx-runtime', 'react-dom/client'] }),
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}
