import { join } from 'node:path';
import { createFolder, installedScript, runScript } from '@modegate/program-shell/testing';
import { expect, test } from 'vitest';

/**
 * The scenarios for clients, less those of logins (logins/conformance-logins.ci.test.ts) and of the extension for skills, which is not supported:
 * the built program is the client, and an agent of the legacy era uses it.
 */
const scenarios = [
  ['initialize', '2025-11-25'],
  ['tools_call', '2025-11-25'],
  ['elicitation-sep1034-client-defaults', '2025-11-25'],
  ['sse-retry', '2025-11-25'],
  ['json-schema-2020-12-preservation', '2025-11-25'],
  ['tools_call', '2026-07-28'],
  ['request-metadata', '2026-07-28'],
  ['sep-2322-client-request-state', '2026-07-28'],
  ['http-standard-headers', '2026-07-28'],
  ['http-custom-headers', '2026-07-28'],
  ['http-invalid-tool-headers', '2026-07-28'],
  ['json-schema-ref-no-deref', '2026-07-28'],
  ['json-schema-2020-12-preservation', '2026-07-28'],
] as const;

test.each(scenarios)(
  '%s of %s',
  async (scenario, version) => {
    const agent = `${process.execPath} ${join(import.meta.dirname, 'conformance-agent.ts')}`;
    const { stdout, stderr } = await runScript(
      installedScript('@modelcontextprotocol/conformance', 'conformance'),
      ['client', '--scenario', scenario, '--spec-version', version, '--command', agent, '--timeout', '30000'],
      { cwd: createFolder(), home: createFolder() },
    );
    const found = /Passed: (\d+)\/(\d+), (\d+) failed, (\d+) warnings/.exec(`${stdout}${stderr}`) ?? [];
    const [, passed, all, failed, warnings] = found;
    expect({ all: Number(all) > 0, passed, failed, warnings }).toEqual({
      all: true,
      passed: all,
      failed: '0',
      warnings: '0',
    });
  },
  60_000,
);
