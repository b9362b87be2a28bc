import { type AgentUnderTest, type Place, serverName } from '../lab/agent-under-test.ts';
import { installedPackage } from '../lab/installed-package.ts';

/** What opencode and Kilo have in common. */
export const opencodeTools = {
  flags: [],
  shell: (command: string) => ({ name: 'bash', input: { command, description: 'Says hi' } }),
  mcp: (tool: string) => ({ name: `${serverName}_${tool}`, input: { title: 'x' } }),
  subagent: (prompt: string) => [{ name: 'task', input: { subagent_type: 'notes', description: 'Notes', prompt } }],
} as const;

export const subagentFile = '---\ndescription: Writes notes.\nmode: subagent\n---\nYou write notes.\n';

/** The server, as their settings have it. */
export function toMcp({ server }: Place): string {
  return JSON.stringify({
    mcp: { [serverName]: { type: 'local', command: [server.command, ...server.args], enabled: true } },
  });
}

/** A plugin that writes each call to a file. */
export function recordCalls(notes: string): string {
  return `import { writeFileSync } from 'node:fs';
let count = 0;
const record = async () => ({
  'tool.execute.before': async (input, output) => {
    count += 1;
    writeFileSync(${JSON.stringify(notes)} + '/' + count, JSON.stringify({ tool_name: input.tool, input, output }));
  },
});
`;
}

/** opencode; without a network it waits for minutes for a package of its own, unless that is there. */
export const opencode: AgentUnderTest = {
  ...opencodeTools,
  client: 'opencode',
  projectFiles: (place) => ({
    'opencode.json': toMcp(place),
    '.opencode/agent/notes.md': subagentFile,
    ...installedPackage('.opencode', '@opencode-ai/plugin', '1.18.33'),
  }),
  homeFiles: () => installedPackage('.config/opencode', '@opencode-ai/plugin', '1.18.33'),
  recorder: (notes) => ({
    '.opencode/plugins/a-recorder.js': `${recordCalls(notes)}export const Recorder = record;\n`,
  }),
};
