import type { AgentName } from '@modegate/agent-hooks';
import { type LiveAgent, liveAgents } from '../../../src/doctor/live/live-agents.ts';

/** The agents that can be run. */
export type TestedAgent = Exclude<AgentName, 'cursor'>;

/** How each is started; Cline needs a settings file for what others take from the environment. */
export const agentStarts: Readonly<Record<TestedAgent, LiveAgent>> = {
  ...liveAgents,
  cline: {
    program: 'cline',
    // On a busy machine it gives up loading plugins after four seconds, and goes on without them.
    env: () => ({ CLINE_PLUGIN_IMPORT_TIMEOUT_MS: '60000' }),
    args: (prompt) => ['--json', '-P', 'openai-compatible', '-m', 'scripted', prompt],
    write: (path) => ({ name: 'editor', input: { path, new_text: 'x' } }),
  },
};
