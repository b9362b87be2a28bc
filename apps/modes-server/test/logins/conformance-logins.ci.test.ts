import { join } from 'node:path';
import { createFolder, installedScript, runScript } from '@modegate/program-shell/testing';
import { describe, expect, test } from 'vitest';
import { listClientScenarios } from '../support/conformance-suite.ts';

/** The extensions that are supported; the others are in the table of docs/eras.md. */
const extensions = ['auth/client-credentials-basic'];

/** What docs/remote-servers.md refuses. */
const refused = ['auth/2025-03-26-oauth-endpoint-fallback'];

/** Every OAuth scenario for clients in every revision that the suite has it for: the built program, with a person and an agent at it. */
const scenarios = (await listClientScenarios())
  .filter(({ name }) => name.startsWith('auth/') && !refused.includes(name))
  .flatMap(({ name, revisions }) =>
    revisions.flatMap((revision) => {
      if (revision !== 'extension') return [[name, revision] as const];
      return extensions.includes(name) ? [[name, undefined] as const] : [];
    }),
  );

describe.concurrent('the conformance suite, logins', () => {
  test.each(scenarios)(
    '%s of %s',
    async (scenario, revision) => {
      const user = join(import.meta.dirname, 'conformance-user.ts');
      const where = { cwd: createFolder(), home: createFolder() };
      const command = ['--command', `${process.execPath} ${user}`, '--timeout', '60000'];
      const { stdout, stderr } = await runScript(
        installedScript('@modelcontextprotocol/conformance', 'conformance'),
        [
          'client',
          '--scenario',
          scenario,
          ...(revision === undefined ? [] : ['--spec-version', revision]),
          ...command,
        ],
        where,
      );
      // The suite's own verdict also counts whether tools were there, so only the checks count.
      const found = /Passed: (\d+)\/(\d+), (\d+) failed, (\d+) warnings/.exec(`${stdout}${stderr}`) ?? [];
      const [, passed, all, failed, warnings] = found;
      expect({ all: Number(all) > 0, passed, failed, warnings }, stdout).toEqual({
        all: true,
        passed: all,
        failed: '0',
        warnings: '0',
      });
    },
    120_000,
  );
});
