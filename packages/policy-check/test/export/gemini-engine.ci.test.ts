import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { exportMode } from '@modegate/policy-check/export';
import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { evaluators, geminiCalls, root } from '../support/agent-evaluators.ts';
import { arbitraryExport } from '../support/arbitrary-export.ts';

// Gemini CLI's own reader of rules and its engine, from the peers of the benchmarks (`pnpm install` in bench/) or from a folder that is named.
const folder =
  process.env.MODEGATE_GEMINI_CORE ??
  join(import.meta.dirname, '../../../../bench/node_modules/@google/gemini-cli-core');

let place = '';
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'modegate-gemini-'));
  vi.spyOn(console, 'debug').mockImplementation(() => undefined);
});
afterEach(() => rmSync(place, { recursive: true }));

test.skipIf(!existsSync(folder))(
  'Gemini CLI decides on an exported mode like the evaluator in the tests, and accepts every rule',
  async () => {
    const load = (file: string) => import(pathToFileURL(join(folder, 'dist/src/policy', file)).href);
    const { loadPoliciesFromToml } = await load('toml-loader.js');
    const { PolicyEngine } = await load('policy-engine.js');
    await fc.assert(
      fc.asyncProperty(arbitraryExport, async ({ policy, inventory, calls }) => {
        const { text } = exportMode(policy, { target: 'gemini', mode: 'a', inventory, root });
        writeFileSync(join(place, 'mode.toml'), text);
        const { rules, errors } = await loadPoliciesFromToml([place], () => userTier);
        expect(errors.filter((error: { severity?: string }) => error.severity !== 'warning')).toEqual([]);
        const engine = new PolicyEngine({ rules });
        const evaluate = evaluators.gemini(text);
        for (const call of calls) {
          const answers = geminiCalls(call).map(({ name, args, server }) => engine.check({ name, args }, server));
          const decisions = (await Promise.all(answers)).map(({ decision }: { decision: string }) => decision);
          // It asks before it writes some files that builds read, whatever the rules say.
          if (!decisions.includes('ask_user'))
            expect([call, decisions.includes('allow')]).toEqual([call, evaluate(call)]);
        }
      }),
      { numRuns: 300 },
    );
  },
  120_000,
);

const userTier = 4;
