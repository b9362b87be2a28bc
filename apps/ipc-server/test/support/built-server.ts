import { join } from 'node:path';
import { type Outcome, type RunEnvironment, runScript } from '@modegate/cli-kit/testing';

/** The server as it is published: one bundled file. */
export const builtServer = join(import.meta.dirname, '../../dist/cli.js');

/** Runs a command of the built server to its end. */
export function runServer(args: readonly string[], where: RunEnvironment): Promise<Outcome> {
  return runScript(builtServer, args, where);
}
