// What a hook loads where a mode limits commands, beside hook-judge.cjs.
import { join } from 'node:path';
import { requireKept } from './require-kept.ts';

type HookJudge = typeof import('../../apps/modegate/src/hook/hook-command-judge.ts');

export const { createHookCommandJudge } = requireKept(
  join(__dirname, 'hook-judge.cjs'),
  'modegate-hook-commands',
) as HookJudge;
