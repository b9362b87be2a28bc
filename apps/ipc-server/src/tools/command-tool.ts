import { type CommandName, dialects } from '@modegate/ipc-bridge';
import { defineTool, type ToolAnnotations, type ToolDefinition, toolResult } from '@modegate/mcp-protocol';
import * as z from 'zod';
import type { ToolContext } from '../tool-context.ts';
import { answering } from './answering.ts';
import { type CommandCall, openCall } from './command-call.ts';
import { describeCommand, type ToolWords } from './describe-command.ts';

/** A tool over one command, as the tables of this folder write it. */
export interface CommandTool<Input extends z.ZodRawShape, Output extends z.ZodRawShape> extends ToolWords {
  readonly name: string;
  readonly title: string;
  readonly command: CommandName;
  readonly annotations: ToolAnnotations;
  readonly input: Input;
  /** What the answer holds beyond {@link answerShape}. */
  readonly output: Output;
  run(args: z.output<z.ZodObject<Input>>, call: CommandCall): Promise<CommandFacts>;
}

/** What came of a command; further members as the tool's output says. */
export interface CommandFacts {
  readonly outcome: 'confirmed' | 'sent' | 'inferred';
  readonly [fact: string]: unknown;
}

const answerShape = {
  dialect: z.enum(dialects).describe('What the connected agent speaks.'),
  outcome: z
    .enum(['confirmed', 'sent', 'inferred'])
    .describe(
      'confirmed: the agent answered or an event showed the effect; sent: written to the agent, which does not confirm it; inferred: worked out by this server from the events it has seen.',
    ),
  via: z.string().optional().describe('What confirmed it.'),
  payload: z.unknown().optional().describe("The agent's answer."),
  note: z.string().optional(),
};

/** Defines the tool: adds `timeout_ms`, the description, the connection and the errors. */
export function commandTool<Input extends z.ZodRawShape, Output extends z.ZodRawShape>(
  context: ToolContext,
  tool: CommandTool<Input, Output>,
): ToolDefinition {
  const timeout = z.int().min(100).max(3_600_000).optional();
  const timeoutMs = timeout.describe("How long to wait for the agent's answer, in milliseconds.");
  const input = z.object({ ...tool.input, timeout_ms: timeoutMs });
  return defineTool({
    name: tool.name,
    title: tool.title,
    description: describeCommand(tool.command, tool, context.settings.dialect),
    annotations: tool.annotations,
    input,
    output: z.object({ ...answerShape, ...tool.output }),
    call: (args, request) =>
      answering(context, async () => {
        const { timeout_ms: asked } = args as { readonly timeout_ms?: number };
        const call = await openCall(context, { signal: request.signal, timeoutMs: asked });
        const facts = await tool.run(args as z.output<z.ZodObject<Input>>, call);
        return toolResult({ structured: { dialect: call.dialect, ...facts } });
      }),
  });
}
