import { qwen } from '../agents/qwen.ts';
import { trailingComma } from './faults.ts';
import type { WaysOff } from './way-off.ts';

const project = '.qwen/settings.json';

/** Qwen Code. A run takes much of a core, so it has few ways. */
export const qwenWays: WaysOff = {
  agent: qwen,
  managed: {
    from: '.qwen/settings.json',
    to: 'qwen-code/settings.json',
    change: (text) => JSON.stringify({ hooks: JSON.parse(text).hooks }),
  },
  ways: [
    { what: 'H3: in a subfolder', start: 'subfolder', seen: { project: 'off', global: 'holds', managed: 'holds' } },
    { what: `H12: a comma in ${project}`, files: { [project]: trailingComma }, seen: { project: 'off' } },
  ],
};
