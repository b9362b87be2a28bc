import { join } from 'node:path';
import { describe, test } from 'vitest';
import { clientScenarios, expectClientPasses } from '../support/conformance-suite.ts';

/**
 * The scenarios for clients that are not of logins (logins/conformance-logins.ci.test.ts) and that docs/eras.md does not leave out: the built
 * program is the client, and an agent of the legacy era uses it.
 */
describe.concurrent('the conformance suite, clients', async () => {
  test.each(await clientScenarios('others'))(
    'the client passes the conformance scenario %s of %s',
    (...scenario) =>
      expectClientPasses(
        scenario,
        `${process.execPath} ${join(import.meta.dirname, 'conformance-agent.ts')} ${scenario[1]}`,
      ),
    120_000,
  );
});
