// What the launcher of a hook starts, beside hook.cjs: a script, because before a module runs Node would first load what loads modules.
import { join } from 'node:path';
import { requireKept } from './require-kept.ts';

// Only the hook itself ends with 0: an agent takes that for consent, and a file that is empty has no objection.
process.exitCode = 1;
requireKept(join(__dirname, 'hook.cjs'), 'modegate-hook-call');
