import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build, type OutputFile } from 'esbuild';
import { importedSpecifiers } from './import-edges.ts';

/** The modules that one built entry reaches: files of its own package, and everything else by the name it is imported by. */
export interface ReachedModules {
  readonly files: readonly string[];
  readonly outside: readonly string[];
}

/** Follows the imports of a built file through its own package. */
export function reachedModules(entry: string): ReachedModules {
  const files = new Set([entry]);
  const outside = new Set<string>();
  for (const file of files) {
    for (const specifier of importedSpecifiers(readFileSync(file, 'utf8'))) {
      if (specifier.startsWith('.')) files.add(join(dirname(file), specifier));
      else outside.add(specifier);
    }
  }
  return { files: [...files], outside: [...outside].toSorted() };
}

/**
 * Those of the names that the built entry itself reads as globals. The bundler knows what is in scope, so that a local
 * variable, a property, a comment or a text with such a name is not taken for one.
 */
export async function usedGlobals(entry: string, names: readonly string[]): Promise<readonly string[]> {
  const marker = (name: string): string => `__global_${name}__`;
  const output = await bundle(entry, {
    packages: 'external',
    define: Object.fromEntries(names.map((name) => [name, marker(name)])),
  });
  return names.filter((name) => output.text.includes(marker(name)));
}

/** One built entry with all its dependencies in one minified file, as a page would load it. */
export function bundleForBrowser(entry: string, globalName?: string): Promise<OutputFile> {
  return bundle(entry, {
    minify: true,
    platform: 'browser',
    ...(globalName === undefined ? { format: 'esm' } : { format: 'iife', globalName }),
  });
}

async function bundle(entry: string, options: Parameters<typeof build>[0]): Promise<OutputFile> {
  const { outputFiles } = await build({
    bundle: true,
    platform: 'neutral',
    format: 'esm',
    target: 'es2023',
    logLevel: 'silent',
    ...options,
    entryPoints: [entry],
    write: false,
  });
  const [output] = outputFiles ?? [];
  if (output === undefined) throw new Error(`The bundler returned nothing for ${entry}.`);
  return output;
}
