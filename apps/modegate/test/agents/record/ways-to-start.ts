import { promptFor } from '../../../src/doctor/live/scripted-model.ts';
import type { TestedAgent } from '../lab/agent-start.ts';
import type { AgentUnderTest } from '../lab/agent-under-test.ts';
import { type WayToStart, without } from '../lab/way-to-start.ts';
import { listDeferred } from './deferred-tools.ts';

type Change = (usual: readonly string[]) => readonly string[];

const headless: WayToStart = { name: 'headless' };

/** Flags before all others. */
const withFlags = (name: string, ...flags: readonly string[]): WayToStart => ({
  name,
  args: (usual) => [...flags, ...usual],
});

/** One word of the usual arguments in place of another. */
const replaced =
  (from: string, to: string): Change =>
  (usual) =>
    usual.map((word) => (word === from ? to : word));

/** Under a terminal, from the arguments of a run without one. */
const interactive = (args: Change): WayToStart => ({ name: 'interactive', needsTerminal: true, args });

/** The same with flags, and under another name. */
function further(way: WayToStart, name: string, ...flags: readonly string[]): WayToStart {
  return { ...way, name: `${way.name} ${name}`, args: (usual) => [...flags, ...(way.args?.(usual) ?? usual)] };
}

/** With the tools that are offered after a search alone. */
function searching(way: WayToStart, name: string, tool: string): WayToStart {
  const script: WayToStart['script'] = (earlier) =>
    inParts(listDeferred(earlier)).map((names) => ({
      name: tool,
      input: { query: `select:${names.join(',')}`, max_results: maxResults },
    }));
  return { ...way, name, script };
}

// Qwen Code answers no more at once.
const maxResults = 20;

function inParts(names: readonly string[]): readonly (readonly string[])[] {
  const count = Math.ceil(names.length / maxResults);
  return Array.from({ length: count }, (_, index) => names.slice(index * maxResults, (index + 1) * maxResults));
}

const claudeInteractive: WayToStart = {
  ...interactive((usual) => without(usual, '-p', '--output-format', 'json')),
  homeFiles: ({ project }) => ({
    '.claude.json': JSON.stringify({
      hasCompletedOnboarding: true,
      customApiKeyResponses: { approved: ['none'] },
      projects: { [project]: { hasTrustDialogAccepted: true } },
    }),
  }),
};

const codexInteractive = interactive((usual) => [
  // It would ask first whether to use a newer model.
  '-c',
  'notice.model_migrations={ "gpt-5.5" = "gpt-6-sol" }',
  ...without(usual, 'exec', '--skip-git-repo-check', '--json'),
]);

const copilotInteractive = interactive((usual) => replaced('-p', '-i')(without(usual, '--output-format', 'json')));

/** Gemini and Qwen. */
const promptInteractive = interactive((usual) => replaced('-p', '-i')(without(usual, '-o', 'json')));

const opencodeInteractive = interactive((usual) => ['--prompt', ...without(usual, 'run', '--format', 'json')]);

/** Every way in which an agent is started to be recorded; the first one is the usual one. */
export function listWaysToStart({ client, subagent }: AgentUnderTest): readonly WayToStart[] {
  const script = () => subagent?.(promptFor('sub')) ?? [];
  return [...ways[client], ...(subagent === undefined || client === 'codex' ? [] : [{ name: 'subagent', script }])];
}

const ways: Readonly<Record<TestedAgent, readonly WayToStart[]>> = {
  'claude-code': [
    headless,
    claudeInteractive,
    withFlags('plan', '--permission-mode', 'plan'),
    further(claudeInteractive, 'plan', '--permission-mode', 'plan'),
    searching(headless, 'search', 'ToolSearch'),
    searching(claudeInteractive, 'interactive search', 'ToolSearch'),
  ],
  cline: [
    headless,
    interactive((usual) => ['-i', ...without(usual, '--json')]),
    withFlags('plan', '-p'),
    { name: 'gpt model', args: replaced('scripted', 'gpt-5.5') },
  ],
  codex: [
    headless,
    codexInteractive,
    { name: 'unknown model', args: replaced('gpt-5.5', 'scripted') },
    {
      name: 'code mode',
      args: replaced('gpt-5.5', 'gpt-6-sol'),
      script: () => [{ name: 'exec', input: 'text(ALL_TOOLS.map((tool) => tool.description).join("\\n"))' }],
    },
    { name: 'codex-auto-review', args: replaced('gpt-5.5', 'codex-auto-review') },
    {
      name: 'search',
      script: () => [{ name: 'tool_search', input: { query: 'agent issue wait send close', limit: 100 } }],
    },
  ],
  copilot: [
    headless,
    copilotInteractive,
    withFlags('plan', '--plan'),
    further(copilotInteractive, 'plan', '--plan'),
    withFlags('autopilot', '--autopilot'),
    { name: 'gpt model', env: { COPILOT_MODEL: 'gpt-5.5' } },
  ],
  gemini: [
    headless,
    { name: 'default', args: replaced('yolo', 'default') },
    { name: 'auto_edit', args: replaced('yolo', 'auto_edit') },
    { name: 'plan', args: replaced('yolo', 'plan') },
    promptInteractive,
  ],
  kilo: [
    headless,
    opencodeInteractive,
    { name: 'plan', args: (usual) => [...usual, '--agent', 'plan'] },
    { name: 'experimental', env: { KILO_EXPERIMENTAL: '1' } },
  ],
  opencode: [
    headless,
    opencodeInteractive,
    { name: 'plan', args: (usual) => [...usual, '--agent', 'plan'] },
    { name: 'experimental', env: { OPENCODE_EXPERIMENTAL: '1' } },
  ],
  qwen: [
    headless,
    promptInteractive,
    { name: 'default', args: replaced('yolo', 'default') },
    { name: 'auto-edit', args: replaced('yolo', 'auto-edit') },
    { name: 'plan', args: replaced('yolo', 'plan') },
    searching(headless, 'search', 'tool_search'),
    searching(promptInteractive, 'interactive search', 'tool_search'),
  ],
};
