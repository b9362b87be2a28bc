import type { Options } from 'tsup';

/** What every library build shares: ESM only, JavaScript only (tsc emits the declarations), sources mapped. */
export const libraryBuild: Options = {
  format: 'esm',
  target: 'node22',
  platform: 'neutral',
  sourcemap: true,
  clean: true,
  dts: false,
  splitting: true,
};

/**
 * What every program shares. Everything is bundled, so that the published package has no dependencies of its own; what a start does not need
 * (a tokenizer, an HTTP client, a command) is in files of its own.
 */
export const programBuild: Options = {
  entry: { cli: 'src/cli.ts' },
  format: 'esm',
  target: 'node22',
  platform: 'node',
  noExternal: [/.*/],
  splitting: true,
  minify: true,
  sourcemap: false,
  clean: true,
  dts: false,
  // jsonc-parser's `main` is a UMD file that cannot be bundled; its `module` can.
  esbuildOptions: (options) => {
    options.mainFields = ['module', 'main'];
  },
  // What CommonJS dependencies expect around them and an ES module does not have; write-file-atomic reads __filename when it writes.
  banner: {
    js: [
      "import { createRequire as __createRequire } from 'node:module';",
      'const require = __createRequire(import.meta.url), __filename = import.meta.filename, __dirname = import.meta.dirname;',
    ].join(''),
  },
};
