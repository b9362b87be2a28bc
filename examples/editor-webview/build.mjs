// Writes the two bundles: the host side, which VS Code loads, and the page in the web view with its style sheet.
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const shared = {
  absWorkingDir: fileURLToPath(new URL('.', import.meta.url)),
  bundle: true,
  minify: true,
  // jsonc-parser's `main` is a UMD file that cannot be bundled; its `module` can.
  mainFields: ['module', 'main'],
  logLevel: 'warning',
};

await Promise.all([
  build({
    ...shared,
    entryPoints: ['src/extension.ts'],
    outfile: 'dist/extension.cjs',
    platform: 'node',
    format: 'cjs',
    target: 'node22',
    external: ['vscode'],
  }),
  build({
    ...shared,
    entryPoints: ['src/webview.tsx', 'src/webview.css'],
    outdir: 'dist',
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
  }),
]);
