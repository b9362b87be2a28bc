import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';

/**
 * Puts the files that every start of a program reads into one, `start.js`. esbuild cuts a file for each set of commands that share something; forty small
 * ones cost a start an eighth of its time, in finding, opening and linking them. What is loaded when it is asked for stays in files of its own.
 */
export async function gatherStartFiles(built = 'dist'): Promise<void> {
  const folder = resolve(built);
  const files = readdirSync(folder).filter((file) => file.endsWith('.js'));
  const outputs = await readModules(folder, files);
  const first = reachedFrom('cli.js', outputs);
  const gathered = [...reachedFrom('main.js', outputs)].filter((file) => file !== 'main.js' && !first.has(file));
  const exportsOf = new Map(
    gathered.map((file, index) => [
      file,
      new Map((outputs[file]?.exports ?? []).map((name) => [name, `f${index}_${name}`])),
    ]),
  );
  const list = gathered.map((file) => `export {${renamed(exportsOf, file, 'name')}} from './${file}';`).join('\n');
  const start = await bundle(folder, { stdin: { contents: list, resolveDir: folder } }, keepApart(exportsOf));
  const others = files.filter((file) => !exportsOf.has(file));
  const rewritten = await Promise.all(
    others.map((file) => bundle(folder, { entryPoints: [join(folder, file)] }, leadToStart(exportsOf))),
  );
  writeFileSync(join(folder, START_FILE), start);
  for (const [index, file] of others.entries()) writeFileSync(join(folder, file), rewritten[index] ?? '');
  for (const file of gathered) rmSync(join(folder, file));
}

const START_FILE = 'start.js';

/** The name of each export in its own file, to that in the gathered one. */
type Exports = ReadonlyMap<string, ReadonlyMap<string, string>>;

type Modules = Readonly<Record<string, Metafile['outputs'][string]>>;

async function readModules(folder: string, files: readonly string[]): Promise<Modules> {
  const { metafile } = await build({
    entryPoints: files.map((file) => join(folder, file)),
    outdir: folder,
    bundle: true,
    external: ['./*'],
    packages: 'external',
    platform: 'node',
    format: 'esm',
    write: false,
    metafile: true,
  });
  return Object.fromEntries(Object.entries(metafile.outputs).map(([path, output]) => [path.split('/').at(-1), output]));
}

/** What a file imports, and what those import, in the order in which it is run; the file itself is the last. */
function reachedFrom(
  file: string,
  modules: Modules,
  reached = new Set<string>(),
  open = new Set<string>(),
): Set<string> {
  if (open.has(file)) return reached;
  open.add(file);
  for (const { path, kind } of modules[file]?.imports ?? [])
    if (kind === 'import-statement' && path.startsWith('./')) reachedFrom(path.slice(2), modules, reached, open);
  return reached.add(file);
}

async function bundle(folder: string, entry: BuildOptions, plugin: Plugin): Promise<string> {
  const { outputFiles } = await build({
    ...entry,
    outdir: folder,
    bundle: true,
    minify: true,
    packages: 'external',
    platform: 'node',
    target: 'node22',
    format: 'esm',
    write: false,
    plugins: [plugin],
  });
  return outputFiles?.[0]?.text ?? '';
}

/** Takes in what is gathered and nothing else. */
function keepApart(exportsOf: Exports): Plugin {
  return {
    name: 'keep-apart',
    setup: ({ onResolve }) => {
      onResolve({ filter: /^\.\// }, ({ path, kind }) =>
        kind !== 'dynamic-import' && exportsOf.has(path.slice(2)) ? undefined : { path, external: true },
      );
    },
  };
}

/** What was imported from a file that is gathered is imported from the one that has it now. */
function leadToStart(exportsOf: Exports): Plugin {
  return {
    name: 'lead-to-start',
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: /^\.\// }, ({ path }) =>
        exportsOf.has(path.slice(2)) ? { path: path.slice(2), namespace: 'gathered' } : { path, external: true },
      );
      onLoad({ filter: /.*/, namespace: 'gathered' }, ({ path }) => ({
        contents: `export {${renamed(exportsOf, path, 'new name')}} from './${START_FILE}';`,
      }));
    },
  };
}

function renamed(exportsOf: Exports, file: string, from: 'name' | 'new name'): string {
  const names = [...(exportsOf.get(file) ?? [])];
  return names.map(([name, now]) => (from === 'name' ? `${name} as ${now}` : `${now} as ${name}`)).join(', ');
}
