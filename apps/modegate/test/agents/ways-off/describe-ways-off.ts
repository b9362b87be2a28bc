import { describe, expect, test } from 'vitest';
import type { TestedAgent } from '../lab/agent-start.ts';
import type { Place } from '../lab/agent-under-test.ts';
import { claudeCodeWays } from './claude-code.ts';
import { clineWays } from './cline.ts';
import { codexWays } from './codex.ts';
import { copilotWays } from './copilot.ts';
import { geminiWays } from './gemini.ts';
import { kiloWays } from './kilo.ts';
import { opencodeWays } from './opencode.ts';
import { qwenWays } from './qwen.ts';
import { installIn, runWay } from './run-way.ts';
import type { Outcome, Scope, WaysOff } from './way-off.ts';

const waysOff: Readonly<Record<TestedAgent, WaysOff>> = {
  'claude-code': claudeCodeWays,
  cline: clineWays,
  codex: codexWays,
  copilot: copilotWays,
  gemini: geminiWays,
  kilo: kiloWays,
  opencode: opencodeWays,
  qwen: qwenWays,
};

const words: Readonly<Record<Outcome, string>> = {
  holds: 'holds',
  off: 'is off',
  'no start': 'is not needed, because the agent does not start',
};

/** Replays what the pages of docs/hooks say of the ways in which an agent runs without its hook. */
export function describeWaysOff(client: TestedAgent): void {
  const places = new Map<Scope, Place>();
  describe('ways to be off', () => {
    for (const way of waysOff[client].ways)
      for (const [scope, outcome] of Object.entries(way.seen) as [Scope, Outcome][])
        test(`${way.what}: a hook in the scope ${scope} ${words[outcome]}`, async () => {
          const place = places.get(scope) ?? installIn(scope, waysOff[client]);
          places.set(scope, place);
          const run = await runWay(waysOff[client], way, place);
          expect(run.outcome, run.output).toBe(outcome);
        });
  });
}
