import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { recordedCodexVersion } from '@modegate/agent-policies';
import { describe, expect, test } from 'vitest';
import { type CodexRecording, compareOutcomes } from './codex/compare-outcomes.ts';
import { inOwnRoot } from './codex/lab.ts';
import { observeCodex } from './codex/observe.ts';
import { situationGroups } from './codex/situation-groups.ts';

const folder = process.env.MODEGATE_AGENTS_FOLDER ?? '';
const program = join(folder, `_openai_codex-${recordedCodexVersion}/node_modules/@openai/codex/bin/codex.js`);
const [command = '', ...args] = inOwnRoot({ root: folder, project: folder, home: folder }, ['/bin/true']);
const hasNamespaces = existsSync(program) && spawnSync(command, args).status === 0;
const needs = hasNamespaces ? '' : ' (needs Codex, and an `unshare` that works)';

describe.skipIf(!hasNamespaces)(`Codex ${recordedCodexVersion} and its evaluator${needs}`, () => {
  test.for(Object.entries(situationGroups).filter(([, situations]) => situations.length > 0))(
    'Codex and its evaluator agree about %s',
    { timeout: 900_000 },
    async ([name, situations], { annotate }) => {
      const outcomes: Record<string, string> = {};
      for (const situation of situations) {
        const observed = await observeCodex({ program, folder }, situation);
        outcomes[situation.name] = observed.outcomes.join(', ');
      }
      const { pairs, wider, stricter, unknown } = compareOutcomes(situations, { outcomes });
      for (const line of [...stricter, ...unknown]) await annotate(line);
      expect(wider).toEqual([]);
      expect(stricter.length / pairs, stricter.join('\n')).toBeLessThanOrEqual(0.02);
      expect(unknown.length / pairs, unknown.join('\n')).toBeLessThanOrEqual(0.05);
      const recording: CodexRecording = { version: recordedCodexVersion, outcomes };
      await expect(`${JSON.stringify(recording, null, 2)}\n`).toMatchFileSnapshot(`./codex/recorded/${name}.json`);
    },
  );
});
