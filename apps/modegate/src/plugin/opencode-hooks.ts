import type { PluginAgent } from '@modegate/agent-hooks';
import { askJudge } from './ask-judge.ts';
import { createSessionAgents } from './session-agents.ts';

/** The hooks of a plugin of opencode or Kilo: each call is judged, and a refusal is thrown, whose message the model reads. */
export function createHooks(agent: PluginAgent, { directory }: { readonly directory: string }) {
  const agents = createSessionAgents();
  return {
    'chat.message': async (input: unknown) => agents.note(input),
    'chat.params': async (input: unknown) => agents.note(input),
    'tool.execute.before': async (input: { readonly sessionID: string }, output: unknown) => {
      const payload = { event: 'tool.execute.before', input, output, directory, agent: agents.of(input) };
      const reason = await askJudge(agent, payload);
      if (reason !== undefined) throw new Error(reason);
    },
  };
}
