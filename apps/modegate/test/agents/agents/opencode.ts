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

/** The servers, as their settings have them. */
export function toMcp({ servers }: Place): string {
  const entries = Object.entries(servers).map(([name, { command, args }]) => [
    name,
    { type: 'local', command: [command, ...args], enabled: true },
  ]);
  return JSON.stringify({ mcp: Object.fromEntries(entries) });
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
