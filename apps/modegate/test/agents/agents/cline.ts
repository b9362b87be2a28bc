import { type AgentUnderTest, serverName } from '../lab/agent-under-test.ts';

const recorder = (notes: string) => `import { writeFileSync } from 'node:fs';
let count = 0;
export default {
  name: 'recorder',
  manifest: { capabilities: ['hooks'] },
  hooks: {
    async beforeTool({ toolCall, input }) {
      count += 1;
      const name = ${JSON.stringify(notes)} + '/' + count;
      writeFileSync(name, JSON.stringify({ tool_name: toolCall.toolName ?? toolCall.name, toolCall, input }));
    },
  },
};
`;

/** Cline; its subagents have ids and no names. */
export const cline: AgentUnderTest = {
  client: 'cline',
  projectFiles: () => ({}),
  homeFiles: ({ servers }) => ({
    '.cline/data/settings/cline_mcp_settings.json': JSON.stringify({ mcpServers: servers }),
  }),
  modelFiles: (modelUrl) => ({
    '.cline/data/settings/providers.json': JSON.stringify({
      version: 1,
      lastUsedProvider: 'openai-compatible',
      providers: {
        'openai-compatible': {
          settings: { provider: 'openai-compatible', apiKey: 'none', model: 'scripted', baseUrl: `${modelUrl}/v1` },
          updatedAt: '2026-01-01T00:00:00.000Z',
          tokenSource: 'manual',
        },
      },
    }),
  }),
  recorder: (notes) => ({ '.cline/plugins/a-recorder.js': recorder(notes) }),
  flags: [],
  shell: (command) => ({ name: 'run_commands', input: { commands: [command] } }),
  mcp: (tool) => ({ name: `${serverName}__${tool}`, input: { title: 'x' } }),
  subagent: undefined,
};
