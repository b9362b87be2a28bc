import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder, installedScript, runScript } from '@modegate/program-shell/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSession } from './support/http-session.ts';
import { withoutPrefix } from './support/rename-channel.ts';
import { type ServedGateway, serveGateway } from './support/serve-gateway.ts';
import { upstream } from './support/upstreams.ts';

/** The whole 2025-11-25 set, less what is left out below; all but the first few are answered by the server behind the gateway. */
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
  'completion-complete',
  'prompts-list',
  'prompts-get-simple',
  'prompts-get-with-args',
  'prompts-get-embedded-resource',
  'prompts-get-with-image',
];

const leftOut: Readonly<Record<string, readonly string[]>> = {
  // It is about HTTP answers that are cut and resumed, which is optional, not about what is behind the gateway.
  'asks for a stream that the server closes and the client resumes': ['server-sse-polling'],
};

interface Check {
  readonly id: string;
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  readonly errorMessage?: string;
}

let checks: ReadonlyMap<string, readonly Check[]> = new Map();
let gateway: ServedGateway | undefined;

beforeAll(async () => {
  gateway = await serveGateway({
    servers: { fixture: upstream('conformance-server.ts').entry },
    flags: { mode: 'free', toolsets: 'off' },
    // The suite calls its tools and prompts by their own names.
    wrap: (server) => withoutPrefix(server, 'fixture__'),
  });
  // A client that stays, so that the server behind is not started afresh for each of the suite's short sessions.
  const staying = await openSession(gateway.url);
  while (!(await staying.names()).includes('test_simple_text')) await new Promise((resolve) => setTimeout(resolve, 20));
  const output = createFolder();
  const { stderr } = await runScript(
    installedScript('@modelcontextprotocol/conformance', 'conformance'),
    ['server', '--url', gateway.url, '--requirements', '2025-11-25', '-o', output],
    { cwd: gateway.place.project, home: createFolder() },
  );
  checks = readChecks(output);
  if (checks.size === 0) throw new Error(`The conformance suite wrote nothing: ${stderr}`);
});

afterAll(() => gateway?.close());

describe('the conformance suite, revision 2025-11-25, through the gateway', () => {
  test.each(scenarios)('%s', (scenario) => {
    const found = checks.get(scenario) ?? [];
    expect(found.filter((check) => check.status === 'FAILURE' || check.status === 'WARNING')).toEqual([]);
    expect(found.filter((check) => check.status === 'SUCCESS')).not.toEqual([]);
  });

  test('every message of every scenario fits the schema of the revision', () => {
    const wire = [...checks.values()].flat().filter((check) => check.id === 'wire-schema-valid');
    expect(wire.length).toBeGreaterThanOrEqual(20);
    expect(wire.filter((check) => check.status !== 'SUCCESS')).toEqual([]);
  });

  test('no scenario is overlooked', () => {
    expect([...checks.keys()].toSorted()).toEqual([...scenarios, ...Object.values(leftOut).flat()].toSorted());
  });
});

// The suite writes a folder for each scenario: server-<scenario>-<time>.
function readChecks(output: string): ReadonlyMap<string, readonly Check[]> {
  const files = globSync('*/checks.json', { cwd: output });
  return new Map(
    files.map((file) => [
      file.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT.*$/s, ''),
      JSON.parse(readFileSync(join(output, file), 'utf8')) as Check[],
    ]),
  );
}
