import { describe, expect, test } from 'vitest';
import { expectPassed, runConformance } from '../support/conformance-suite.ts';
import { conformanceGateways } from './support/serve-conformance.ts';
import { upstream } from './support/upstreams.ts';

/** What a server of the revision before cannot show: an error, a name of a question, and a stream of 2026-07-28; and what this one does not have. */
const modern: Readonly<Record<string, readonly string[]>> = {
  'server-stateless': ['prompts', 'tools'].map((list) => `sep-2575-server-sends-${list}-list-changed-on-subscription`),
  'input-required-result-basic-elicitation': [],
};

/** Questions that this server puts by requests of its own, which it can only where it was initialised. */
const legacy = [
  'tools-call-sampling',
  'tools-call-elicitation',
  'elicitation-sep1034-defaults',
  'elicitation-sep1330-enums',
];

const asked = { elicitation: {}, sampling: {} };
const serve = conformanceGateways();
const bothEras = upstream('conformance-both-eras.ts').entry;

describe('the conformance suite through the gateway to a server of both eras', () => {
  test.each(Object.entries(modern))(
    'F7: %s passes through the gateway, revision 2026-07-28',
    async (scenario, missing) => {
      // A server that starts slowly would be initialised.
      const url = await serve({ ...bothEras, era: 'modern' });
      expectPassed(await runConformance(url, { scenario, revision: '2026-07-28' }), scenario, missing);
    },
  );

  test.each(legacy)('F8: %s passes through the gateway, revision 2025-11-25', async (scenario) => {
    expectPassed(await runConformance(await serve(bothEras, asked), { scenario }), scenario);
  });

  test('F8: with "era": "modern" a server request of the legacy era does not reach the client', async () => {
    const [scenario = ''] = legacy;
    const checks = await runConformance(await serve({ ...bothEras, era: 'modern' }, asked), { scenario });
    expect(checks.get(scenario)).toContainEqual(expect.objectContaining({ status: 'FAILURE' }));
  });
});
