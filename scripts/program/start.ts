#!/usr/bin/env node
// Every program starts here: what V8 has compiled at an earlier start is used again, and kept for the next one. The build puts this beside
// main.js, which is the program itself.
import module from 'node:module';
import { compileCacheFolder } from './compile-cache-folder.ts';

// A user who sets NODE_COMPILE_CACHE has chosen, and Node has obeyed already.
if (process.env.NODE_COMPILE_CACHE === undefined && process.env.NODE_DISABLE_COMPILE_CACHE === undefined) {
  const folder = compileCacheFolder();
  // The check for the version of Node comes later, and old ones have no such cache.
  if (folder !== undefined) module.enableCompileCache?.(folder);
}

await import(new URL('main.js', import.meta.url).href);
