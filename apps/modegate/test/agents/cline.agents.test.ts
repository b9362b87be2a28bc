import { expect, test } from 'vitest';
import { startScriptedModel } from '../../src/doctor/live/scripted-model.ts';
import { cline } from './agents/cline.ts';
import { describeAgent } from './lab/describe-agent.ts';
import { installAgent } from './lab/install-agent.ts';
import { isInstalled, pinnedAgents } from './lab/pinned-agents.ts';
import { startAgent } from './lab/run-agent.ts';

describeAgent(cline);

test.skipIf(!isInstalled(pinnedAgents.cline)).each([
  { flags: [], requests: 3 },
  { flags: ['--retries', '6'], requests: 6 },
])(
  'H7: Cline with the flags $flags asks the model $requests times after five refusals',
  async ({ flags, requests }) => {
    const { place } = installAgent(cline);
    // Five equal calls would end the run too.
    const model = await startScriptedModel({ main: Array.from({ length: 5 }, (_, at) => cline.shell(`echo ${at}`)) });
    try {
      const env = { CLINE_PLUGIN_IMPORT_TIMEOUT_MS: '60000' };
      const output = await startAgent({ ...cline, flags }, { ...place, env }, model.url);
      expect(model.requests.length, output).toBe(requests);
      expect(model.requests.at(-1), output).toContain('(GROUP_MISSING; ');
    } finally {
      model.close();
    }
  },
);
