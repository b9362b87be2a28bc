import { join } from 'node:path';
import { describe, test } from 'vitest';
import { clientScenarios, expectClientPasses } from '../support/conformance-suite.ts';

/** The built program, with a person and an agent at it, in every OAuth scenario for clients that docs/eras.md does not leave out. */
describe.concurrent('the conformance suite, logins', async () => {
  test.each(await clientScenarios('logins'))(
    'the program passes the login scenario %s of %s',
    (...scenario) =>
      expectClientPasses(scenario, `${process.execPath} ${join(import.meta.dirname, 'conformance-user.ts')}`),
    120_000,
  );
});
