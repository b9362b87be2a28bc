import { join } from 'node:path';
import { type Outcome, runScript, type Surroundings } from '@modegate/program-shell/testing';

/** The server as it is published: one bundled file. */
export const builtServer = join(import.meta.dirname, '../../dist/cli.js');

/** Runs a command of the built server to its end. */
export function runServer(args: readonly string[], where: Surroundings): Promise<Outcome> {
  return runScript(builtServer, args, where);
}
