import { describe, expect, test } from 'vitest';
import { compareSituations } from './compare-situations.ts';
import { answersFile, readAnswers, writeAnswers } from './recorded-answers.ts';
import { findProgram, type ListingAgent } from './rule-lists.ts';
import { type AnswersOfAgent, askAgent, rootOf } from './served-agent.ts';
import type { Situation } from './situation.ts';
import { corpusSituations, findCorpus } from './situations/corpus.ts';
import { trapSituations } from './situations/traps.ts';

// Time that an agent takes on a busy machine.
const timeout = 1_200_000;

/** Asks the agent itself about every call, and compares its answers with the recorded ones and with `decideFor`. */
export function describeAnswers(agent: ListingAgent): void {
  const { name } = agent;
  const version = agent.plugin[1];
  const corpus = findCorpus();
  const source = corpus === undefined ? 'those of the recording; no real files are here' : `traps and ${corpus}`;
  describe.skipIf(findProgram(agent) === undefined)(`answers of ${name} ${version} (${source})`, () => {
    test('are as recorded, and as decideFor gives them', { timeout }, async () => {
      const situations =
        corpus === undefined ? readAnswers(agent).situations : [...trapSituations(name), ...corpusSituations(name, 1)];
      const answers = await askAgent(agent, situations);
      await expect(writeAnswers({ version, situations, answers })).toMatchFileSnapshot(answersFile(agent));
      await expectLike(agent, { situations, answers });
    });
  });
}

/**
 * Expects that `decideFor` is never wider than the agent, and rarely stricter or unknown; differences are listed in a
 * file.
 */
export async function expectLike(
  { name, ours }: ListingAgent,
  { situations, answers }: { readonly situations: readonly Situation[]; readonly answers: AnswersOfAgent },
): Promise<void> {
  const compared = compareSituations({ name, ours, root: rootOf({ name }) }, situations, answers);
  const differing = compared.filter(({ comparison }) => comparison !== 'equal');
  const count = (kind: string) => differing.filter(({ comparison }) => comparison === kind).length;
  expect(compared.length).toBeGreaterThan(600);
  expect(differing.filter(({ comparison }) => comparison === 'wider')).toEqual([]);
  expect(count('stricter') / compared.length).toBeLessThanOrEqual(0.02);
  expect(count('unknown') / compared.length).toBeLessThanOrEqual(0.05);
  const list = `${compared.length} calls, of which these differ:\n${differing.map(({ line }) => `${line}\n`).join('')}`;
  await expect(list).toMatchFileSnapshot(answersFile({ name }).replace('-answers.jsonl', '-answers-that-differ.txt'));
}
