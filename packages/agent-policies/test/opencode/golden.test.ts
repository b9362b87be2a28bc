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

/** Circumstances of the run that the recording omits, as its answers show: other calls with the same files differ. */
const unrecorded: Readonly<Record<string, AgentCircumstances>> = {
  O005: { flags: 'run --auto' },
  O006: { flags: 'run --auto' },
  O007: { flags: 'run --auto' },
  ...Object.fromEntries(['O198', 'O199', 'O200', 'O201', 'O202'].map((id) => [id, { cwd: `${folders.project}/sub` }])),
};

const permission = (value: object) => JSON.stringify({ permission: value });

/** Rules that win over the project, as an environment variable would. */
const over = (value: object) => ({ '<home>/.opencode/opencode.json': permission(value) });
const commandsOver = over({ bash: { '*': 'deny', 'zz *': 'allow' }, edit: 'deny' });
const exactOver = over({ bash: { 'zz a': 'allow', 'zz b': 'deny' } });

/**
 * Files that the recording omits. With the case's own files alone, opencode itself gives different answers; with these
 * added, it gives the recorded ones, as it does with other files of the same effect.
 */
const unrecordedFiles: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  O002: commandsOver,
  O003: commandsOver,
  O004: commandsOver,
  O026: exactOver,
  O027: exactOver,
  O041: {
    '<home>/.config/opencode/opencode.json': permission({ bash: 'allow' }),
    'opencode.json': permission({ '*': 'deny' }),
  },
  O048: { '<home>/.config/opencode/opencode.json': permission({ '*': 'ask', bash: 'allow' }) },
};

describe.skipIf(!present)(
  `recorded answers of opencode 1.18.33 (${present ? path : `skipped: no file ${path}`})`,
  () => {
    test('recorded answers of opencode exist', () => {
      expect(cases.length).toBeGreaterThan(150);
    });

    test.each(cases)('$id: $profile decides $call.tool as $answer', (one) => {
      const given = ask(
        opencode,
        { ...one.files, ...unrecordedFiles[one.id] },
        {
          profile: `opencode/${one.profile}`,
          call: one.call,
          ...unrecorded[one.id],
        },
      );
      expect({ ...given, compared: compare(given.effect, one.answer) }).toMatchObject({
        compared: 'equal',
        because: expect.stringMatching(/^\S.*\.$/s),
      });
    });
  },
);
