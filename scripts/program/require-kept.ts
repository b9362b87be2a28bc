import { createRequire } from 'node:module';
import { compileCacheFolder } from './compile-cache-folder.ts';
import { runKept } from './kept-code.ts';

/** Loads a CommonJS file with what V8 compiled of it before, unless the user has chosen a cache of Node's own. */
export function requireKept(file: string, purpose: string): unknown {
  const { NODE_COMPILE_CACHE, NODE_DISABLE_COMPILE_CACHE } = process.env;
  const isChosen = NODE_COMPILE_CACHE !== undefined || NODE_DISABLE_COMPILE_CACHE !== undefined;
  const folder = isChosen ? undefined : compileCacheFolder();
  return folder === undefined ? createRequire(file)(file) : runKept({ file, folder, purpose });
}
