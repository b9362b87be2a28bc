import { defineTool, type ToolAnnotations, type ToolDefinition, toolResult } from '@modegate/mcp-protocol';
import { redactSecrets } from '@modegate/secrets';
import * as z from 'zod';
import { annotations, reads } from '../calls/annotations.ts';
import { withErrorResults } from '../calls/call-failure.ts';
import { openCommandCall, waitForFirstAttempt } from '../calls/command-call.ts';
import { commandTool } from '../calls/command-tool.ts';
import { describeCommand } from '../calls/describe-command.ts';
import type { ToolContext } from '../calls/tool-context.ts';

/** Tools that list what the agent provides, or check that it is ready. */
export function agentTools(context: ToolContext): readonly ToolDefinition[] {
  const offered = { ...reads, openWorldHint: true };
  const tools = [
    listTool({ name: 'roo_ipc_get_commands', title: 'List slash commands', command: 'GetCommands' }),
    listTool({ name: 'roo_ipc_get_modes', title: 'List modes', command: 'GetModes' }),
    listTool({ name: 'roo_ipc_get_models', title: 'List models', command: 'GetModels', annotations: offered }),
    isReadyTool,
    logTool,
  ];
  return tools.map((tool) => tool(context));
}

interface ListTool {
  readonly name: string;
  readonly title: string;
  readonly command: 'GetCommands' | 'GetModes' | 'GetModels';
  readonly annotations?: ToolAnnotations;
}

function listTool(tool: ListTool) {
  return commandTool({
    annotations: reads,
    ...tool,
    run: async (_args, call) => {
      const facts = await call.ask(tool.command);
      return { ...facts, payload: redactSecrets(facts.payload) };
    },
  });
}

function isReadyTool(context: ToolContext): ToolDefinition {
  return defineTool({
    name: 'roo_ipc_is_ready',
    title: 'Ask whether the agent is ready',
    description: describeCommand(
      'IsReady',
      {
        summary: 'Show whether the agent is connected and ready. If it is not, the call still succeeds.',
        details:
          'If the agent does not support the command, ready means that the agent is connected and has introduced itself.',
      },
      context.settings.dialect,
    ),
    annotations: reads,
    input: z.object({ timeout_ms: z.int().min(100).max(3_600_000).optional() }),
    output: z.object({
      ready: z.boolean(),
      connected: z.boolean(),
      dialect: z.string().optional().describe('Missing until an agent has connected.'),
      outcome: z.enum(['confirmed', 'inferred']),
      clientId: z.string().optional(),
      pid: z.number().optional(),
    }),
    call: ({ timeout_ms: timeoutMs }, { signal }) =>
      withErrorResults(context, async () => {
        await waitForFirstAttempt(context, signal);
        const { dialect, client } = context.agent;
        const { state } = client;
        const known = dialect === undefined ? {} : { dialect };
        if (state.status !== 'ready') {
          return toolResult({ structured: { ready: false, connected: false, ...known, outcome: 'inferred' } });
        }
        const { clientId, pid } = state;
        const who = { connected: true, ...known, clientId, ...(pid === undefined ? {} : { pid }) };
        const call = await openCommandCall(context, signal, timeoutMs);
        if (!call.has('IsReady')) return toolResult({ structured: { ready: true, ...who, outcome: 'inferred' } });
        const { payload } = await call.ask('IsReady');
        return toolResult({ structured: { ready: payload === true, ...who, outcome: 'confirmed' } });
      }),
  });
}

const logTool = commandTool({
  name: 'roo_ipc_log',
  title: "Write to the agent's log",
  command: 'Log',
  annotations: annotations({}),
  input: { message: z.string().min(1).describe('The line.') },
  output: { success: z.boolean() },
  run: async ({ message }, call) => ({ ...(await call.ask('Log', message)), success: true }),
});
