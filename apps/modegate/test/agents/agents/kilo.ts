import type { AgentUnderTest } from '../lab/agent-under-test.ts';
import { installedPackage } from '../lab/installed-package.ts';
import { opencodeTools, recordCalls, subagentFile, toMcp } from './opencode.ts';

/** Kilo, which is opencode with folders and tools of its own. */
export const kilo: AgentUnderTest = {
  ...opencodeTools,
  client: 'kilo',
  projectFiles: (place) => ({
    'kilo.json': toMcp(place),
    '.kilo/agent/notes.md': subagentFile,
    ...installedPackage('.kilo', '@kilocode/plugin', '7.7.7'),
  }),
  homeFiles: () => installedPackage('.config/kilo', '@kilocode/plugin', '7.7.7'),
  recorder: (notes) => ({
    '.kilo/plugin/a-recorder.js': `${recordCalls(notes)}export default { id: 'recorder', server: record };\n`,
  }),
};
