import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AgentCircumstances, opencodeAgent as opencode } from '@modegate/agent-policies';
import { describe, expect, test } from 'vitest';
import { ask, compare, folders, type GoldenCase, recordings } from './support.ts';

const path = join(recordings, 'reference/golden-permissions.json');
const present = existsSync(path);
const cases = present
  ? (JSON.parse(readFileSync(path, 'utf8')) as GoldenCase[]).filter(({ agent }) => agent === 'opencode')
  : [];

/** Circumstances of the run that the recording leaves out, as its answers show: other calls with the same files differ. */
const unrecorded: Readonly<Record<string, AgentCircumstances>> = {
  O005: { flags: 'run --auto' },
  O006: { flags: 'run --auto' },
  O007: { flags: 'run --auto' },
  ...Object.fromEntries(['O198', 'O199', 'O200', 'O201', 'O202'].map((id) => [id, { cwd: `${folders.project}/sub` }])),
};

/** Answers that these files cannot give: a variable of the environment held other rules. O041 contradicts O001. */
const otherRules: ReadonlySet<string> = new Set(['O002', 'O003', 'O004', 'O026', 'O027', 'O041', 'O048']);

describe.skipIf(!present)(
  `recorded answers of opencode 1.18.33 (${present ? path : `skipped: no file ${path}`})`,
  () => {
    test('are there', () => {
      expect(cases.length).toBeGreaterThan(150);
    });

    test.each(cases.filter(({ id }) => !otherRules.has(id)))('$id: $profile $call.tool is $answer', (one) => {
      const given = ask(opencode, one.files, {
        profile: `opencode/${one.profile}`,
        call: one.call,
        ...unrecorded[one.id],
      });
      expect({ ...given, compared: compare(given.effect, one.answer) }).toMatchObject({
        compared: 'equal',
        because: expect.stringMatching(/^\S.*\.$/s),
      });
    });
  },
);
