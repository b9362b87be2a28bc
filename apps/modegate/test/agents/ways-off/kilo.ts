import { kilo } from '../agents/kilo.ts';
import type { WaysOff } from './way-off.ts';

/** Kilo. */
export const kiloWays: WaysOff = {
  agent: kilo,
  ways: [{ what: '--pure', flags: () => ['--pure'], seen: { project: 'off' } }],
};
