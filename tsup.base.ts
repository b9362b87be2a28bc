import { createRequire, isBuiltin } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Options } from 'tsup';
import { directImports } from './scripts/program/direct-imports.ts';
import { gatherStartFiles } from './scripts/program/gather-start-files.ts';
import { thirdPartyNotices } from './scripts/program/third-party.ts';

/**
 * Options of every library build: ESM only, JavaScript only (scripts/emit-types.ts emits the declarations), sources mapped. Our private
 * packages are bundled, but not what they depend on: a package that uses it declares it as a dependency.
 */
export const libraryBuild: Options = {
  external: ['chokidar', 'jsonc-parser', 'leven', 'proper-lockfile', 'zod'],
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
 * a parser of arguments, some fifty files. Here each name that is used is read from what `process.getBuiltinModule` gives, which loads nothing
 * else. Each importer has its own copy of these few words, because a module that two files share would be one more file to load.
 */
const builtinsByName: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'builtins-by-name',
  setup: (build) => {
    build.onResolve({ filter: /^(node:|[a-z_]+(\/[a-z_]+)?$)/ }, ({ path, kind, importer }) =>
      (kind === 'import-statement' || isScript(kind, build.initialOptions.format)) && isBuiltin(path)
        ? { path, namespace: 'builtin', suffix: `?${importer}`, sideEffects: false }
        : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({ contents: namedExports(path) }));
  },
};

/** A script that is run with kept code cannot `import()`, so what is loaded late there is read in the same way. */
function isScript(kind: string, format: string | undefined): boolean {
  return kind === 'dynamic-import' && format === 'cjs';
}

/** A module with the exports of one of Node's; what is not used of it goes when it is bundled. */
function namedExports(path: string): string {
  const names = Object.keys(createRequire(import.meta.url)(path)).filter(
    (name) => /^[\w$]+$/.test(name) && name !== 'default',
  );
  const lines = names.map((name, index) => `const b${index} = /* @__PURE__ */ (() => builtin.${name})();`);
  const exports = names.map((name, index) => `b${index} as ${name}`);
  return [
    `const builtin = /* @__PURE__ */ __builtin(${JSON.stringify(path)});`,
    ...lines,
    `export { builtin as default, ${exports.join(', ')} };`,
  ].join('\n');
}

const thirdParty = thirdPartyNotices();

const readBuiltin = 'const __builtin = process.getBuiltinModule ?? require;';

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
  esbuildPlugins: [builtinsByName, directImports, thirdParty],
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
      readBuiltin,
    ].join(''),
  },
};

/** A program that serves. */
export const servingBuild: Options = { ...programBuild, onSuccess: () => gatherStartFiles() };

/**
 * What speaks to servers is needed with `--live` only, and what speaks to editors with `lsp`; they would be a third of the file that every
 * command reads.
 */
const protocolsApart: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'protocols-apart',
  setup: (build) => {
    build.onResolve({ filter: /^(@modegate\/mcp-host\/connections|\.\/protocol\.ts)$/ }, ({ kind, path }) =>
      kind === 'dynamic-import'
        ? { path: path.startsWith('.') ? './editor.cjs' : './live.cjs', external: true }
        : undefined,
    );
  },
};

/** As `require`, because a script that is run with kept code cannot `import()`. */
const withoutImports: Options['esbuildOptions'] = (options, context) => {
  programBuild.esbuildOptions?.(options, context);
  options.supported = { ...options.supported, 'dynamic-import': false };
};

/**
 * What reads YAML and schemas is needed when a policy has changed, and what reads commands where a mode limits them; they would be most of
 * what a hook reads before each call.
 */
const readingApart: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'reading-apart',
  setup: (build) => {
    build.onResolve({ filter: /\/load-hook-project\.ts$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './hook-project.cjs', external: true } : undefined,
    );
    build.onResolve({ filter: /\/hook-command-judge\.ts$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './hook-commands.cjs', external: true } : undefined,
    );
  },
};

/**
 * The same for a program that answers and ends, where the start is most of the time: one CommonJS file, because only of a script can be kept
 * what V8 has compiled while it ran.
 */
export const commandBuild: readonly Options[] = [
  {
    ...programBuild,
    entry: { cli: fileURLToPath(new URL('scripts/program/start-command.ts', import.meta.url)) },
    splitting: false,
    clean: ['!*.cjs', '!plugins'],
  },
  {
    ...programBuild,
    entry: {
      main: 'src/cli.ts',
      hook: 'src/hook/main.ts',
      'hook-project': 'src/hook/load-hook-project.ts',
      'hook-judge': 'src/hook/hook-command-judge.ts',
    },
    format: 'cjs',
    splitting: false,
    clean: ['!cli.js', '!live.cjs', '!editor.cjs', '!start-hook.cjs', '!hook-commands.cjs', '!plugins'],
    esbuildPlugins: [builtinsByName, protocolsApart, readingApart, thirdParty],
    esbuildOptions: withoutImports,
    // A directive counts at the very beginning only, and the sources are modules, which are strict.
    banner: { js: `'use strict';${readBuiltin}` },
  },
  {
    ...programBuild,
    entry: {
      'start-hook': fileURLToPath(new URL('scripts/program/start-hook.ts', import.meta.url)),
      'hook-commands': fileURLToPath(new URL('scripts/program/start-hook-commands.ts', import.meta.url)),
    },
    format: 'cjs',
    splitting: false,
    clean: false,
    banner: { js: `'use strict';${readBuiltin}` },
  },
  {
    ...programBuild,
    entry: {
      live: fileURLToPath(new URL('packages/mcp-host/src/index.ts', import.meta.url)),
      editor: 'src/lsp/protocol.ts',
    },
    format: 'cjs',
    splitting: false,
    clean: ['!cli.js', '!main.cjs', '!hook*.cjs', '!start-hook.cjs', '!plugins'],
    banner: { js: `'use strict';${readBuiltin}` },
  },
];

/**
 * The plugins that agents load into their own process: one ES module each, which runs nothing of what it brings along before the first call. An
 * agent goes on without a plugin that fails while it loads, so modules of Node are asked for by name when they are used: a name that a runtime
 * does not have would be such a failure.
 */
export const pluginBuild: Options = {
  ...programBuild,
  entry: { opencode: 'src/plugin/opencode.ts', kilo: 'src/plugin/kilo.ts', cline: 'src/plugin/cline.ts' },
  outDir: 'dist/plugins',
  splitting: false,
  clean: true,
  banner: { js: 'const __builtin = process.getBuiltinModule;' },
};

/**
 * The functions of JSX by names of their own. React is CommonJS, so each of some seven hundred elements would name the module and the function
 * otherwise.
 */
const jsxByName: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'jsx-by-name',
  setup: (build) => {
    build.onResolve({ filter: /^react\/jsx-runtime$/ }, ({ path, namespace }) =>
      namespace === 'jsx' ? undefined : { path, namespace: 'jsx', sideEffects: false },
    );
    build.onLoad({ filter: /.*/, namespace: 'jsx' }, ({ path }) => ({
      contents: `import * as runtime from '${path}'; export const { Fragment, jsx, jsxs } = runtime;`,
      resolveDir: fileURLToPath(new URL('packages/project-ui', import.meta.url)),
    }));
  },
};

/** The page of `modes-server ui`: one script and one style sheet, which load nothing more. */
export const pageBuild: Options = {
  ...programBuild,
  entry: { page: fileURLToPath(new URL('packages/project-ui/src/page/main.tsx', import.meta.url)) },
  outDir: 'dist/ui',
  platform: 'browser',
  target: 'es2022',
  splitting: false,
  clean: true,
  define: { 'process.env.NODE_ENV': '"production"' },
  esbuildPlugins: [jsxByName, thirdParty],
  esbuildOptions: (options) => {
    options.mainFields = ['module', 'main'];
    options.conditions = ['@modegate/source'];
    options.jsx = 'automatic';
  },
  banner: {},
};
