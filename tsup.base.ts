import { builtinModules } from 'node:module';
import { fileURLToPath } from 'node:url';
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
 * Node reads every export of a module of its own that is imported, and so loads what hides behind them: streams, the cryptography of the web,
 * a parser of arguments, some fifty files. What is required loads nothing else.
 */
const requireBuiltins: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'require-builtins',
  setup: (build) => {
    build.onResolve({ filter: /^(node:|[a-z_]+(\/[a-z_]+)?$)/ }, ({ path, kind, importer }) =>
      kind === 'import-statement' && (path.startsWith('node:') || builtinModules.includes(path))
        ? // The file of the command has its own, because each file that two share is one more to load.
          { path, namespace: 'builtin', suffix: /[\\/]scripts[\\/]program[\\/]/.test(importer) ? '?start' : '' }
        : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = require(${JSON.stringify(path)});`,
    }));
  },
};

/**
 * What every program shares. Everything is bundled, so that the published package has no dependencies of its own; what a start does not need
 * (a tokenizer, an HTTP client, a command) is in files of its own.
 */
export const programBuild: Options = {
  // The file of the command only finds V8's cache and then loads the program.
  entry: { cli: fileURLToPath(new URL('scripts/program/start.ts', import.meta.url)), main: 'src/cli.ts' },
  format: 'esm',
  target: 'node22',
  platform: 'node',
  noExternal: [/.*/],
  splitting: true,
  minify: true,
  sourcemap: false,
  clean: true,
  dts: false,
  removeNodeProtocol: false,
  esbuildPlugins: [requireBuiltins],
  // jsonc-parser's `main` is a UMD file that cannot be bundled; its `module` can.
  esbuildOptions: (options) => {
    options.mainFields = ['module', 'main'];
    // From sources, so that a command loads the files that it uses and not a whole package.
    options.conditions = ['@modegate/source'];
    // The same parser as ES modules, of which only what is used is loaded.
    options.alias = { yaml: fileURLToPath(new URL('node_modules/yaml/browser/index.js', import.meta.url)) };
  },
  // What CommonJS dependencies expect around them and an ES module does not have.
  banner: {
    js: [
      "import { createRequire as __createRequire } from 'node:module';",
      'const require = __createRequire(import.meta.url), __filename = import.meta.filename, __dirname = import.meta.dirname;',
    ].join(''),
  },
};
