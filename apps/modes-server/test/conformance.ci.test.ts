import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Checks,
  expectPassed,
  expectValidMessages,
  runConformance,
  serveSampleProject,
} from './support/conformance-suite.ts';

/** The scenarios of the suite's 2025-11-25 set that ask for nothing but the protocol. */
const scenarios = [
  'server-initialize',
  'server-session-lifecycle',
  'ping',
  'logging-set-level',
  'tools-list',
  'resources-list',
  'prompts-list',
  'server-sse-multiple-streams',
  'dns-rebinding-protection',
];

/** The others, by what they ask for that this server does not have. Their messages are checked all the same. */
const leftOut: Readonly<Record<string, readonly string[]>> = {
  'call a tool of the suite, such as test_simple_text': [
    'tools-call-simple-text',
    'tools-call-image',
    'tools-call-audio',
    'tools-call-embedded-resource',
    'tools-call-mixed-content',
    'tools-call-with-logging',
    'tools-call-error',
    'tools-call-with-progress',
    'tools-call-sampling',
    'tools-call-elicitation',
    'elicitation-sep1034-defaults',
    'elicitation-sep1330-enums',
    'json-schema-2020-12',
  ],
  'read or watch a resource of the suite, such as test://static-text': [
    'resources-read-text',
    'resources-read-binary',
    'resources-templates-read',
    'resources-subscribe',
    'resources-unsubscribe',
  ],
  'get a prompt of the suite, such as test_simple_prompt': [
    'completion-complete',
    'prompts-get-simple',
    'prompts-get-with-args',
    'prompts-get-embedded-resource',
    'prompts-get-with-image',
  ],
  // Without that tool it checks nothing.
  'call the tool test_reconnection': ['server-sse-polling'],
};

let checks: Checks = new Map();
let stop = async (): Promise<void> => undefined;

beforeAll(async () => {
  const served = await serveSampleProject();
  stop = served.stop;
  checks = await runConformance(served.url);
});

afterAll(() => stop());

describe('the conformance suite, revision 2025-11-25', () => {
  test.each(scenarios)('the conformance suite 2025-11-25 passes the scenario %s', (scenario) =>
    expectPassed(checks, scenario),
  );

  test('every message of the 2025-11-25 conformance suite matches the schema of the revision', () =>
    expectValidMessages(checks));

  test('no scenario of the 2025-11-25 conformance suite is missed', () => {
    expect([...checks.keys()].sort()).toEqual([...scenarios, ...Object.values(leftOut).flat()].sort());
  });
});
