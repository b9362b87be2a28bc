import { type PermissionAgent, type PermissionAgentName, permissionAgents } from '@modegate/agent-policies';

/** A kind of action, with the tools that each agent uses to perform it. */
export interface Capability {
  readonly id: string;
  readonly title: string;
  /**
   * Tools that the recorded version offers in every session, main tool first; empty if no tool performs only this
   * action.
   */
  readonly tools: Readonly<Record<PermissionAgentName, readonly string[]>>;
  /**
   * Returns a value that no rule is likely to mention, for use as the main argument. Default: a value that suits each
   * tool.
   */
  readonly argument?: (start: string) => string;
  /** Tools that modes use for the same kind of action. */
  readonly modeTools: readonly string[];
  /** True if the action concerns files outside the start folder. */
  readonly isOutside?: true;
}

/** Stands for any name that no rule mentions. */
export const anyName = 'xyz';

const read: Capability = {
  id: 'read',
  title: 'Read files',
  tools: { 'claude-code': ['Read'], opencode: ['read'], kilo: ['read'], codex: [] },
  modeTools: ['read_file'],
  argument: (start) => `${start}/${anyName}`,
};

const edit: Capability = {
  id: 'edit',
  title: 'Edit files',
  tools: {
    'claude-code': ['Edit', 'Write', 'NotebookEdit'],
    opencode: ['edit', 'write', 'apply_patch'],
    kilo: ['edit', 'write', 'apply_patch'],
    codex: ['apply_patch'],
  },
  modeTools: ['write_to_file', 'apply_diff', 'delete_file'],
  argument: (start) => `${start}/${anyName}`,
};

const main: readonly Capability[] = [
  read,
  outside(read),
  edit,
  outside(edit),
  {
    id: 'command',
    title: 'Run commands',
    tools: {
      'claude-code': ['Bash'],
      opencode: ['bash'],
      kilo: ['bash', 'background_process'],
      codex: ['exec_command'],
    },
    modeTools: ['execute_command'],
    argument: () => anyName,
  },
  {
    id: 'web',
    title: 'Use the web',
    tools: {
      'claude-code': ['WebFetch', 'WebSearch'],
      opencode: ['webfetch'],
      kilo: ['webfetch'],
      codex: ['web_search'],
    },
    modeTools: ['browser_action'],
    argument: () => `https://${anyName}.example/`,
  },
  {
    id: 'subagent',
    title: 'Start subagents',
    tools: { 'claude-code': ['Agent'], opencode: ['task'], kilo: ['task'], codex: ['spawn_agent'] },
    modeTools: ['new_task'],
    argument: () => anyName,
  },
  {
    id: 'skill',
    title: 'Use skills',
    tools: { 'claude-code': ['Skill'], opencode: ['skill'], kilo: ['skill'], codex: [] },
    modeTools: ['skill'],
    argument: () => anyName,
  },
];

/** Kinds of tools that affect only the session itself: task lists, plans, questions, messages to subagents. */
const sessionKinds: ReadonlySet<string> = new Set(['own', 'question', 'finish', 'switch-mode']);

/** Other names for tools that have a row, and tools from versions other than the recorded one. */
const otherNames: Partial<Record<PermissionAgentName, readonly string[]>> = {
  'claude-code': ['Task'],
  codex: ['Bash', 'shell', 'local_shell', 'shell_command', 'read_file', 'list_dir', 'grep_files'],
};

/** Rows of the matrix; rows for MCP servers follow. */
export const capabilities: readonly Capability[] = [
  ...main,
  {
    id: 'other',
    title: 'Other tools',
    tools: Object.fromEntries(
      permissionAgents.map((agent) => [agent.name, listOtherTools(agent)]),
    ) as Capability['tools'],
    modeTools: [],
  },
];

/** Lists the tools that have effects beyond the session and are not covered by any row above. */
function listOtherTools({ name, tools }: PermissionAgent): readonly string[] {
  const named = new Set([...main.flatMap((row) => row.tools[name]), ...(otherNames[name] ?? [])]);
  return Object.keys(tools).filter(
    (tool) =>
      !named.has(tool) && !sessionKinds.has(tools[tool]?.kind ?? '') && !/^(?:multi_agent_v1|collaboration)/.test(tool),
  );
}

function outside(one: Capability): Capability {
  return {
    ...one,
    id: `${one.id}-outside`,
    title: `${one.title} outside`,
    argument: () => `/${anyName}/${anyName}`,
    modeTools: [],
    isOutside: true,
  };
}

/** Returns the name under which an agent offers a tool from an MCP server. */
export function serverToolName(agent: PermissionAgentName, server: string, tool: string): string {
  if (agent === 'codex') return `mcp__${server}__${tool}`;
  const plain = server.replaceAll(/[^\w-]/g, '_');
  return agent === 'claude-code' ? `mcp__${plain}__${tool}` : `${plain}_${tool}`;
}
