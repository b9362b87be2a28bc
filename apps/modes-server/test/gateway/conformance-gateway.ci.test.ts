import { setTimeout as delay } from 'node:timers/promises';
import { createFolder, startHttpServer, writeInto } from '@modegate/cli-kit/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builtServer } from '../support/built-server.ts';
import {
  type Checks,
  expectPassed,
  expectValidMessages,
  leftOutByDocs,
  runConformance,
} from '../support/conformance-suite.ts';
import { openSession } from './support/http-session.ts';
import { startRenamingProxy } from './support/renaming-proxy.ts';
import { upstream } from './support/upstreams.ts';

/** What the set of 2025-11-25 asks for by the names of its tools, or by none; all but the first few are answered by the server behind the gateway. */
const scenarios = [
  'server-initialize',
  'server-session-lifecycle',
  'ping',
  'logging-set-level',
  'server-sse-multiple-streams',
  'dns-rebinding-protection',
  'tools-list',
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
  'resources-list',
  'resources-read-text',
  'resources-read-binary',
  'resources-templates-read',
  'resources-subscribe',
  'resources-unsubscribe',
  'prompts-list',
];

/** The others name a prompt of the suite, and the gateway puts a prefix before it; the proxy in front of the whole set names tools alone. */
const byPrompt = [
  'completion-complete',
  'prompts-get-simple',
  'prompts-get-with-args',
  'prompts-get-embedded-resource',
  'prompts-get-with-image',
];

const leftOut = leftOutByDocs('server');

const prefix = 'fixture__';
const endings: (() => void | Promise<void>)[] = [];
let served: URL | undefined;
let checks: Checks = new Map();

beforeAll(async () => {
  served = new URL(await serveGateway());
  checks = await runConformance(await renamed('tools'));
});

afterAll(async () => {
  for (const end of endings.toReversed()) await end();
});

describe('the conformance suite, revision 2025-11-25, through the gateway of the built program', () => {
  test.each(scenarios)('the gateway passes the conformance scenario %s of 2025-11-25', (scenario) =>
    expectPassed(checks, scenario),
  );

  test.each(byPrompt)('the gateway passes %s with renamed prompts, too', async (scenario) => {
    expectPassed(await runConformance(await renamed('all'), { scenario }), scenario);
  });

  test('every message of the 2025-11-25 suite through the gateway matches the schema of the revision', () =>
    expectValidMessages(checks));

  test('no scenario of the 2025-11-25 suite through the gateway is missed', () => {
    const known = [...scenarios, ...byPrompt];
    const others = [...checks.keys()].filter((scenario) => !known.includes(scenario));
    expect(others.filter((scenario) => !leftOut.some((names) => names.test(scenario)))).toEqual([]);
    expect(known.filter((scenario) => !checks.has(scenario))).toEqual([]);
  });
});

/** The built program as users start it, with the suite's server in its file of servers. */
async function serveGateway(): Promise<string> {
  const [project, home] = [createFolder(), createFolder()];
  const mcpServers = { fixture: upstream('conformance-server.ts').entry };
  const servers = writeInto(home, 'servers.json', JSON.stringify({ mcpServers }));
  const { child, url, ended } = await startHttpServer(
    builtServer,
    ['--servers', servers, '--mode', 'code', '--toolsets', 'off'],
    {
      cwd: project,
      home,
    },
  );
  endings.push(async () => {
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });
  // A client that stays, so that the server behind is not started afresh for each of the suite's short sessions.
  const staying = await openSession(url);
  endings.push(() => staying.leave());
  while (!(await staying.names()).includes(`${prefix}test_simple_text`)) await delay(20);
  return url;
}

async function renamed(what: 'tools' | 'all'): Promise<string> {
  if (served === undefined) throw new Error('Nothing is served.');
  const { url, close } = await startRenamingProxy(served, { prefix, renamed: what });
  endings.push(close);
  return url;
}
