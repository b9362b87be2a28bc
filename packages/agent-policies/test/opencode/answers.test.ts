import { describe, test } from 'vitest';
import { expectLike } from '../agents/describe-answers.ts';
import { opencodeListing } from '../agents/listing-agents.ts';
import { readAnswers } from '../agents/recorded-answers.ts';

const recorded = readAnswers(opencodeListing);

describe(`recorded answers of opencode ${recorded.version}`, () => {
  test('recorded answers of opencode equal those of decideFor', async () => {
    await expectLike(opencodeListing, recorded);
  });
});
