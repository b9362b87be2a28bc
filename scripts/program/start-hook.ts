// What the launcher of a hook starts, beside hook.cjs: a script, because before a module runs Node would first load what loads modules.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { compileCacheFolder } from './compile-cache-folder.ts';
import { runKept } from './kept-code.ts';

// Only the hook itself ends with 0: an agent takes that for consent, and a file that is empty has no objection.
process.exitCode = 1;
const file = join(__dirname, 'hook.cjs');
const { NODE_COMPILE_CACHE, NODE_DISABLE_COMPILE_CACHE } = process.env;
const isChosen = NODE_COMPILE_CACHE !== undefined || NODE_DISABLE_COMPILE_CACHE !== undefined;
const folder = isChosen ? undefined : compileCacheFolder();
if (folder === undefined) createRequire(file)(file);
else runKept({ file, folder, purpose: 'modegate-hook-call' });
