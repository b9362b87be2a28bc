#!/usr/bin/env node
// A program that answers and ends starts here: the functions that V8 compiled for the same command are used again. The build puts this beside
// main.cjs, which is the program itself.
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { compileCacheFolder } from './compile-cache-folder.ts';
import { runKept } from './kept-code.ts';

// The other words and flags are taken for the first command, which is the default.
const commands = [
  'check',
  'why',
  'explain',
  'matrix',
  'diff',
  'test',
  'lock',
  'fix',
  'suggest',
  'migrate',
  'init',
  'mode',
  'hook',
  'lsp',
  'completion',
];

// A hook is asked before every call of an agent, and is a small program of its own; what installs it belongs to the other one.
const [, , first, second = ''] = process.argv;
const isHook =
  first === 'hook' && !['install', 'uninstall', 'status', 'doctor', 'help'].includes(second) && !second.startsWith('-');
const file = fileURLToPath(new URL(isHook ? 'hook.cjs' : 'main.cjs', import.meta.url));
const purpose = isHook ? 'hook-call' : (commands.find((name) => name === first) ?? 'check');
const folder = chosenFolder();
if (folder === undefined) createRequire(import.meta.url)(file);
else runKept({ file, folder, purpose: `modegate-${purpose}` });

/** A user who sets one of Node's variables has chosen, and Node has obeyed already. */
function chosenFolder(): string | undefined {
  const { NODE_COMPILE_CACHE, NODE_DISABLE_COMPILE_CACHE } = process.env;
  return NODE_COMPILE_CACHE === undefined && NODE_DISABLE_COMPILE_CACHE === undefined
    ? compileCacheFolder()
    : undefined;
}
