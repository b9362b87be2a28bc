import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { kiloAgent as kilo } from '@modegate/agent-policies';
import { describe, expect, test } from 'vitest';
import { ask, compare, type GoldenCase, recordings } from '../opencode/support.ts';

const path = join(recordings, 'reference/golden-permissions.json');
const present = existsSync(path);
const cases = present
  ? (JSON.parse(readFileSync(path, 'utf8')) as GoldenCase[]).filter(({ agent }) => agent === 'kilo')
  : [];

describe.skipIf(!present)(`recorded answers of Kilo 7.7.7 (${present ? path : `skipped: no file ${path}`})`, () => {
  test('recorded answers of Kilo exist', () => {
    expect(cases.length).toBeGreaterThan(40);
  });

  test.each(cases)('$id: $profile decides $call.tool as $answer', ({ files, profile, call, answer }) => {
    const [, subagent, calledBy] = /^subagent (\S+) of (\S+)$/.exec(profile) ?? [];
    const given = ask(kilo, files, { profile: `kilo/${subagent ?? profile}`, call, calledBy });
    expect(compare(given.effect, answer)).toBe('equal');
    expect(given.because).toMatch(/^\S.*\.$/s);
  });
});
