import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Checks,
  expectPassed,
  expectValidMessages,
  runConformance,
  serveSampleProject,
} from './support/conformance-suite.ts';

/** The scenarios of the suite's 2026-07-28 set that ask for nothing but the protocol, and the checks in them that need a tool of the suite. */
const scenarios: Readonly<Record<string, readonly string[]>> = {
  'server-stateless': [
    // For a tool that needs a capability, one that asks while it streams, one that logs, and ones that change lists.
    'sep-2575-server-rejects-undeclared-capability',
    'sep-2575-missing-capability-http-400',
    'sep-2575-http-server-no-independent-requests-on-stream',
    'sep-2575-server-no-log-without-loglevel',
    'sep-2575-server-sends-prompts-list-changed-on-subscription',
    'sep-2575-server-sends-tools-list-changed-on-subscription',
  ],
  caching: [],
  'http-header-validation': [],
  'tools-list': [],
  'resources-list': [],
  'prompts-list': [],
  'sep-2164-resource-not-found': [],
  'server-sse-multiple-streams': [],
  'dns-rebinding-protection': [],
  'input-required-result-unsupported-methods': [],
  'input-required-result-validate-input': [],
};

/** The others, by what they ask for that this server does not have; those that a server behind it can have are run through the gateway. */
const leftOut: Readonly<Record<string, RegExp>> = {
  'a tool of the suite':
    /^(tools-call-|json-schema-2020-12$|http-custom-header-server-validation$|input-required-result-)/,
  'a resource of the suite': /^resources-(read|templates)/,
  'a prompt of the suite': /^(prompts-get-|completion-complete$)/,
  'the extension for tasks, which is not offered': /^tasks-/,
};

let checks: Checks = new Map();
let stop = async (): Promise<void> => undefined;

beforeAll(async () => {
  const served = await serveSampleProject();
  stop = served.stop;
  checks = await runConformance(served.url, { revision: '2026-07-28' });
});

afterAll(() => stop());

describe('the conformance suite, revision 2026-07-28, against the built program', () => {
  test.each(Object.entries(scenarios))('the conformance suite 2026-07-28 passes the scenario %s', (scenario, missing) =>
    expectPassed(checks, scenario, missing),
  );

  test('every message of the 2026-07-28 conformance suite matches the schema of the revision', () =>
    expectValidMessages(checks));

  test('no scenario of the 2026-07-28 conformance suite is missed', () => {
    const others = [...checks.keys()].filter((scenario) => scenarios[scenario] === undefined);
    expect(others.filter((scenario) => !Object.values(leftOut).some((names) => names.test(scenario)))).toEqual([]);
    expect(Object.keys(scenarios).filter((scenario) => !checks.has(scenario))).toEqual([]);
  });
});
