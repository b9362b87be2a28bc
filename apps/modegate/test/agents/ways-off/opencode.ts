import { opencode } from '../agents/opencode.ts';
import type { WaysOff } from './way-off.ts';

/** opencode. */
export const opencodeWays: WaysOff = {
  agent: opencode,
  ways: [
    { what: '--pure', flags: () => ['--pure'], seen: { project: 'off' } },
    { what: 'H12: a broken opencode.json', files: { 'opencode.json': '{ "mcp": {,' }, seen: { project: 'no start' } },
  ],
};
