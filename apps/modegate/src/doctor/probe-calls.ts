import { type CommandAgent, installedHooks } from '@modegate/agent-hooks';

/** A call that uses the agent's own tool name and argument keys. */
export interface ProbeCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** Calls that test an agent's hook. */
export interface ProbeCalls {
  readonly write: (path: string) => ProbeCall;
  readonly read: (path: string) => ProbeCall;
  /** A call that does not touch anything. */
  readonly plan: ProbeCall;
}

const geminiFiles = {
  write: (path: string) => ({ tool: 'write_file', input: { file_path: path, content: 'x' } }),
  read: (path: string) => ({ tool: 'read_file', input: { file_path: path } }),
};

const claudeCalls: ProbeCalls = {
  write: (path) => ({ tool: 'Write', input: { file_path: path, content: 'x' } }),
  read: (path) => ({ tool: 'Read', input: { file_path: path } }),
  plan: { tool: 'TodoWrite', input: { todos: [] } },
};

/** Test calls for each agent. */
export const probeCalls: Readonly<Record<CommandAgent, ProbeCalls>> = {
  'claude-code': claudeCalls,
  codex: {
    write: (path) => ({
      tool: 'apply_patch',
      input: { command: `*** Begin Patch\n*** Add File: ${path}\n+x\n*** End Patch\n` },
    }),
    read: (path) => ({ tool: 'view_image', input: { path } }),
    plan: { tool: 'update_plan', input: { plan: [] } },
  },
  copilot: {
    write: (path) => ({ tool: 'create', input: { path, file_text: 'x' } }),
    read: (path) => ({ tool: 'view', input: { path } }),
    plan: { tool: 'report_intent', input: { intent: 'x' } },
  },
  cursor: claudeCalls,
  gemini: { ...geminiFiles, plan: { tool: 'write_todos', input: { todos: [] } } },
  qwen: { ...geminiFiles, plan: { tool: 'todo_write', input: { todos: [] } } },
};

/** Creates the payload that the agent sends to its hook before a call. */
export function toPayload(client: CommandAgent, { tool, input }: ProbeCall, cwd: string): string {
  const session = 'modegate-doctor';
  if (client === 'copilot')
    return JSON.stringify({ sessionId: session, timestamp: 0, cwd, toolName: tool, toolArgs: input });
  const { event } = installedHooks[client];
  return JSON.stringify({ session_id: session, cwd, hook_event_name: event, tool_name: tool, tool_input: input });
}
