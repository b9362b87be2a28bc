import { misjudged } from '../../packages/policy-check/test/support/judge-pairs.ts';
import { mutatedPairs } from '../../packages/policy-check/test/support/mutated-project.ts';
import { createCampaign, type Target } from '../support/campaign.ts';
import { expectEqual } from '../support/expect.ts';

/** `diff` on pairs of projects: every newly allowed call is in it, and what is called a grant is one, by what `decide` says. */
export const diffTarget: Target = {
  name: 'diff',
  open: () =>
    createCampaign({
      arbitrary: mutatedPairs,
      judge: (pair) => expectEqual(misjudged(pair), [], 'what the diff says wrongly'),
      notes: () => '',
    }),
};
