import { describe, test } from 'vitest';
import { expectLike } from '../agents/describe-answers.ts';
import { kiloListing } from '../agents/listing-agents.ts';
import { readAnswers } from '../agents/recorded-answers.ts';

const recorded = readAnswers(kiloListing);

describe(`recorded answers of kilo ${recorded.version}`, () => {
  test('recorded answers of kilo equal those of decideFor', async () => {
    await expectLike(kiloListing, recorded);
  });
});
