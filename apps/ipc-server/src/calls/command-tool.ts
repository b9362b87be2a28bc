import { type CommandName, dialects } from '@modegate/ipc-bridge';
import { defineTool, type ToolAnnotations, type ToolDefinition, toolResult } from '@modegate/mcp-protocol';
import * as z from 'zod';
import { withErrorResults } from './call-failure.ts';
import type { CommandResult } from './command-call.ts';
import { type CommandCall, openCommandCall } from './command-call.ts';
import { describeCommand, type ToolDescription } from './describe-command.ts';
import type { ToolContext } from './tool-context.ts';

/** A tool for one command, as defined in the tables in this folder. */
export interface CommandTool<Input extends z.ZodRawShape, Output extends z.ZodRawShape> extends ToolDescription {
  readonly name: string;
  readonly title: string;
  readonly command: CommandName;
  readonly annotations: ToolAnnotations;
  readonly input?: Input;
  readonly output?: Output;
  run?(args: z.output<z.ZodObject<Input>>, call: CommandCall): Promise<CommandResult>;
}

// The fields have no descriptions: every tool would repeat them, and the server instructions explain the fields.
const answerShape = {
  dialect: z.enum(dialects),
  outcome: z.enum(['confirmed', 'sent', 'inferred']),
  via: z.string().optional(),
  payload: z.unknown().optional(),
  note: z.string().optional(),
};

/** Defines a command tool: adds `timeout_ms`, the description, and the handling of connections and errors. */
export function commandTool<Input extends z.ZodRawShape, Output extends z.ZodRawShape>(
  tool: CommandTool<Input, Output>,
): (context: ToolContext) => ToolDefinition {
  const { name, title, command, annotations, run = (_args, call) => call.ask(command) } = tool;
  const timeout = z.int().min(100).max(3_600_000).optional();
  const timeoutMs = timeout.describe('How long to wait for the agent to answer.');
  const input = z.object({ ...tool.input, timeout_ms: timeoutMs });
  return (context) =>
    defineTool({
      name,
      title,
      description: describeCommand(command, tool, context.settings.dialect),
      annotations,
      input,
      output: z.object({ ...answerShape, ...tool.output }),
      call: (args, request) =>
        withErrorResults(context, async () => {
          const { timeout_ms: asked } = args as { readonly timeout_ms?: number };
          const call = await openCommandCall(context, request.signal, asked);
          const facts = await run(args as z.output<z.ZodObject<Input>>, call);
          return toolResult({ structured: { dialect: call.dialect, ...facts } });
        }),
    });
}
