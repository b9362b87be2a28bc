import { beforeAll, describe, expect, test } from 'vitest';
import {
  type Checks,
  expectPassed,
  expectValidMessages,
  leftOutByDocs,
  listScenarios,
  runConformance,
} from '../support/conformance-suite.ts';
import { conformanceGateways } from './support/serve-conformance.ts';
import { upstream } from './support/upstreams.ts';

/** What the set of 2026-07-28 asks for: the first few of the gateway itself, the others of the server behind it, which is of the revision before. */
const scenarios: Readonly<Record<string, readonly string[]>> = {
  'server-stateless': [
    // For tools that only a server of this revision has; conformance-both-eras.ci.test.ts runs them.
    'sep-2575-server-rejects-undeclared-capability',
    'sep-2575-missing-capability-http-400',
    'sep-2575-http-server-no-independent-requests-on-stream',
  ],
  caching: [],
  'http-header-validation': [],
  'http-custom-header-server-validation': [],
  'sep-2164-resource-not-found': [],
  'server-sse-multiple-streams': [],
  'dns-rebinding-protection': [],
  'input-required-result-unsupported-methods': [],
  'input-required-result-validate-input': [],
  'tools-list': [],
  'tools-call-simple-text': [],
  'tools-call-image': [],
  'tools-call-audio': [],
  'tools-call-embedded-resource': [],
  'tools-call-mixed-content': [],
  'tools-call-error': [],
  'tools-call-with-progress': [],
  'json-schema-2020-12': [],
  'resources-list': [],
  'resources-read-text': [],
  'resources-read-binary': [],
  'resources-templates-read': [],
  'prompts-list': [],
  'prompts-get-simple': [],
  'prompts-get-with-args': [],
  'prompts-get-embedded-resource': [],
  'prompts-get-with-image': [],
  'completion-complete': [],
};

/** Questions of the server behind, each scenario with a server to itself: the suite leaves some without an answer, and the next could be meant for that call. */
const rounds = [
  'basic-sampling',
  'request-state',
  'multi-round',
  'non-tool-request',
  'tampered-state',
  'capability-check',
  'result-type',
  'missing-input-response',
].map((name) => `input-required-result-${name}`);

// Only a server of both eras can pass it: conformance-both-eras.ci.test.ts.
const elsewhere = 'input-required-result-basic-elicitation';

const leftOut = leftOutByDocs('server');

const serve = conformanceGateways();
const serveGateway = () => serve(upstream('conformance-server.ts').entry);
let checks: Checks = new Map();

beforeAll(async () => {
  checks = await runConformance(await serveGateway(), { revision: '2026-07-28' });
});

describe('the conformance suite, revision 2026-07-28, through the gateway of the built program', () => {
  test.each(Object.entries(scenarios))(
    'the gateway passes the conformance scenario %s of 2026-07-28',
    (scenario, missing) => expectPassed(checks, scenario, missing),
  );

  test.each(rounds)('the gateway passes the conformance scenario %s of 2026-07-28', async (scenario) => {
    expectPassed(await runConformance(await serveGateway(), { scenario, revision: '2026-07-28' }), scenario);
  });

  test('every message of the 2026-07-28 suite through the gateway matches the schema of the revision', () =>
    expectValidMessages(checks));

  test('no scenario through the gateway is missed, and docs/eras.md excludes only scenarios that exist', async () => {
    const known = [...Object.keys(scenarios), ...rounds, elsewhere];
    const others = [...checks.keys()].filter((scenario) => !known.includes(scenario));
    expect(others.filter((scenario) => !leftOut.some((names) => names.test(scenario)))).toEqual([]);
    expect(known.filter((scenario) => !checks.has(scenario))).toEqual([]);
    const listed = await listScenarios('Server');
    expect(leftOut.filter((names) => !listed.some(({ name }) => names.test(name)))).toEqual([]);
  });
});
