import { isPartial } from '@modegate/ipc-bridge';
import { defineTool, type ToolDefinition, toolResult } from '@modegate/mcp-protocol';
import * as z from 'zod';
import { annotations } from '../calls/annotations.ts';
import type { ToolContext } from '../calls/tool-context.ts';
import { viewEvent } from '../events/event-view.ts';
import { type PollResult, pollEvents } from './poll-events.ts';

const removes = annotations({ destructive: true });

const input = z.object({
  limit: z.int().min(1).default(1).describe('Maximum number of events (default 1).'),
  wait_ms: z
    .int()
    .min(0)
    .max(300_000)
    .default(0)
    .describe(
      "How long to wait for an event if none is available. Keep this below your client's time-out, which is often 60 seconds.",
    ),
  task_id: z.string().min(1).optional().describe('Return only events for this task; other events stay in the queue.'),
  after: z
    .int()
    .min(0)
    .optional()
    .describe(
      'The cursor from the last response that you received. Events after this cursor are returned even if an earlier response contained them, so that no events are lost if a response is lost.',
    ),
});

const eventSchema = z.looseObject({ eventName: z.string(), seq: z.int(), receivedAt: z.number() });

const output = {
  events: z.array(eventSchema).describe('The TaskEvents as the agent sent them, oldest first, each with its seq.'),
  remaining: z.int().describe('How many more events are waiting.'),
  cursor: z.int().describe('Pass this value as `after` in the next call so that no event is lost.'),
  complete: z.boolean().describe('False when some events after your cursor have been lost.'),
  dropped: z
    .object({ count: z.int(), firstSeq: z.int().optional(), lastSeq: z.int().optional(), total: z.int() })
    .describe('How many events were dropped because the queue was full, both since the last poll and in total.'),
  connected: z.boolean().describe('Whether the agent is connected now.'),
};

/** The two tools that remove events from the queues. */
export function pollTools(context: ToolContext): readonly ToolDefinition[] {
  return [pollAiMessagesTool(context), pollOtherEventsTool(context)];
}

function pollAiMessagesTool(context: ToolContext): ToolDefinition {
  return defineTool({
    name: 'roo_ipc_poll_ai_messages',
    title: 'Poll AI messages',
    description:
      'Poll for buffered AI message events (TaskEvents named message). Returns up to limit events (default 1) and removes them from the queue; isPartial shows whether the last one is an incomplete message. While a message is streaming, official and zoo agents repeat its whole text in every event, but fork agents send only the new part. roo_ipc_get_messages returns the complete text.',
    annotations: removes,
    input,
    output: z.object({
      ...output,
      isPartial: z.boolean().describe('Whether the last event is an unfinished message.'),
    }),
    call: async (args, { signal }) => {
      const polled = await pollEvents(context, { ...args, queue: 'ai', signal });
      const last = polled.events.at(-1);
      return toolResult({
        structured: { ...show(context, polled), isPartial: last !== undefined && isPartial(last.event) },
      });
    },
  });
}

function pollOtherEventsTool(context: ToolContext): ToolDefinition {
  return defineTool({
    name: 'roo_ipc_poll_other_events',
    title: 'Poll other events',
    description:
      'Poll for buffered events of all types except AI messages. Returns up to limit events (default 1) and removes them from the queue. This server also adds events named connection, which show when the agent connected or disconnected, and when events may have been lost.',
    annotations: removes,
    input,
    output: z.object(output),
    call: async (args, { signal }) =>
      toolResult({ structured: show(context, await pollEvents(context, { ...args, queue: 'other', signal })) }),
  });
}

function show({ agent }: ToolContext, { events, remaining, cursor, complete, dropped }: PollResult): object {
  return {
    events: events.map(viewEvent),
    remaining,
    cursor,
    complete,
    dropped,
    connected: agent.client.state.status === 'ready',
  };
}
