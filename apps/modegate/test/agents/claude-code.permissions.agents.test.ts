import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  compareSession,
  countCalls,
  type RecordedSession,
} from '../../../../packages/agent-policies/test/claude-code/recorded-sessions.ts';
import { isInstalled, pinnedAgents } from './lab/pinned-agents.ts';
import { askClaudeCode } from './permissions/ask-claude-code.ts';
import { corpusFolder, corpusSituations } from './permissions/claude-corpus.ts';
import { detailSituations } from './permissions/claude-details.ts';
import type { ClaudeSituation } from './permissions/claude-situation.ts';
import { trapSituations } from './permissions/claude-traps.ts';

const claude = pinnedAgents['claude-code'];
const recordedFile = join(
  import.meta.dirname,
  '../../../../packages/agent-policies/test/claude-code/recorded-sessions.jsonl',
);
const head = JSON.stringify({ agent: claude.title, version: claude.version });

describe.skipIf(!isInstalled(claude))('permissions as Claude Code itself applies them', () => {
  test('modegate decides pairs of rules and calls as Claude Code does', { timeout: 3_000_000 }, async () => {
    const sessions = await askAll(chooseSituations());
    const different = sessions.flatMap(compareSession);
    const count = sessions.reduce((sum, session) => sum + countCalls(session), 0);
    const of = (kind: string) => different.filter((one) => one.kind === kind);
    report(`${count} pairs in ${sessions.length} sessions; different: ${different.length}.`);
    for (const { kind, text } of different) report(`${kind} ${text}`);
    expect(count).toBeGreaterThanOrEqual(300);
    expect([...of('wider'), ...of('unclear')]).toEqual([]);
    expect(of('stricter').length / count).toBeLessThanOrEqual(0.02);
    expect(of('unknown').length / count).toBeLessThanOrEqual(0.05);
    await expect([head, ...sessions.map((one) => JSON.stringify(one)), ''].join('\n')).toMatchFileSnapshot(
      recordedFile,
    );
  });
});

/** Returns all situations, or those of the recorded sessions if the corpus is absent. */
function chooseSituations(): readonly ClaudeSituation[] {
  if (corpusFolder !== undefined)
    return [...trapSituations(), ...detailSituations(), ...corpusSituations(corpusFolder)];
  report('The corpus is not here, so only the recorded sessions are asked again.');
  const lines = readFileSync(recordedFile, 'utf8').trim().split('\n').slice(1);
  return lines.map((line) => {
    const { files, profile, answers } = JSON.parse(line) as RecordedSession;
    return { files, profile, calls: Object.values(answers).flat() };
  });
}

/** Two at a time, because each waits most of the time. */
async function askAll(situations: readonly ClaudeSituation[]): Promise<readonly RecordedSession[]> {
  const sessions: RecordedSession[] = [];
  const queue = [...situations.entries()];
  const work = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [index, situation] = next;
      const given = await askClaudeCode(situation);
      const answers: Record<string, string[]> = {};
      for (const [at, call] of situation.calls.entries()) {
        const answer = given[at] ?? '';
        answers[answer] = [...(answers[answer] ?? []), call];
      }
      sessions[index] = { files: situation.files, profile: situation.profile, answers };
    }
  };
  await Promise.all([work(), work()]);
  return sessions;
}

function report(line: string): void {
  process.stdout.write(`${line}\n`);
}
