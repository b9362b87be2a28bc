import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder, installedScript, runScript, startHttpServer } from '@modegate/program-shell/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builtServer } from './support/built-server.ts';
import { sampleProject } from './support/sample-project.ts';

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

interface Check {
  readonly id: string;
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  readonly errorMessage?: string;
}

let checks: ReadonlyMap<string, readonly Check[]> = new Map();
let stop: () => Promise<void> = async () => undefined;

beforeAll(async () => {
  const project = createFolder(sampleProject);
  const url = await serveProject(project);
  const output = createFolder();
  const conformance = installedScript('@modelcontextprotocol/conformance', 'conformance');
  const set = ['--requirements', '2025-11-25'];
  const { stderr } = await runScript(conformance, ['server', '--url', url, ...set, '-o', output], {
    cwd: project,
    home: createFolder(),
  });
  checks = readChecks(output);
  if (checks.size === 0) throw new Error(`The conformance suite wrote nothing: ${stderr}`);
});

afterAll(() => stop());

describe('the conformance suite, revision 2025-11-25', () => {
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
    expect([...checks.keys()].sort()).toEqual([...scenarios, ...Object.values(leftOut).flat()].sort());
  });
});

/** The built program, as users start it. */
async function serveProject(project: string): Promise<string> {
  const where = { cwd: project, home: createFolder() };
  const { child, url, ended } = await startHttpServer(
    builtServer,
    ['--global-config-dir', join(project, 'global')],
    where,
  );
  stop = async () => {
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  };
  return url;
}

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
