import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { recordedCodexVersion } from '@modegate/agent-policies';
import { describe, expect, test } from 'vitest';
import { type CodexRecording, compareOutcomes } from '../agents/codex/compare-outcomes.ts';
import { situationGroups } from '../agents/codex/situation-groups.ts';

const folder = join(import.meta.dirname, '../agents/codex/recorded');

/** `pnpm test:agents codex` makes the recordings. */
describe('recorded answers of Codex', () => {
  test.each(Object.entries(situationGroups))('recorded answers of Codex about %s equal ours', (name, situations) => {
    const recording = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as CodexRecording;
    expect(recording.version).toBe(recordedCodexVersion);
    // Without the corpus, the group of that name has nothing to compare.
    if (situations.length > 0) expect(situations.map((one) => one.name)).toEqual(Object.keys(recording.outcomes));
    const { wider, stricter, unknown } = compareOutcomes(situations, recording);
    expect({ wider, stricter }).toEqual({ wider: [], stricter: [] });
    expect(unknown.filter((line) => !line.includes('only if the writable root'))).toEqual([]);
  });
});
