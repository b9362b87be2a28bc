import { defined } from '@modegate/json';
import { type ToolDefinition, wireError } from '@modegate/mcp-protocol';
import * as z from 'zod';
import { annotations } from '../calls/annotations.ts';
import type { CommandCall, CommandResult } from '../calls/command-call.ts';
import { commandTool } from '../calls/command-tool.ts';
import { chooseTask, requireCurrent } from '../calls/current-task.ts';
import type { ToolContext } from '../calls/tool-context.ts';

const speaks = annotations({ destructive: true, openWorld: true });

/** Tools that answer and continue the current task. */
export function conversationTools(context: ToolContext): readonly ToolDefinition[] {
  const tools = [sendMessageTool, deleteQueuedMessageTool, buttonTool('Primary'), buttonTool('Secondary')];
  return tools.map((tool) => tool(context));
}

interface Message {
  readonly text?: string | undefined;
  readonly images?: readonly string[] | undefined;
  readonly task_id?: string | undefined;
}

const sendMessageTool = commandTool({
  name: 'roo_ipc_send_message',
  title: 'Send a message',
  command: 'SendMessage',
  summary: 'Send a message to the current task, or answer its question. Requires text or an image.',
  details: 'Refused if task_id is known to refer to another task.',
  annotations: speaks,
  input: {
    text: z.string().optional().describe('The message.'),
    images: z.array(z.string().min(1)).optional().describe('Images as data URIs. The fork dialect accepts only one.'),
    task_id: z.string().min(1).optional().describe('The task to act on (default: the current one).'),
  },
  run: async (message, call) => {
    requireContent(message);
    requireCurrent(call, message.task_id, 'A message goes to');
    call.noteAnswer(message.task_id);
    if (call.dialect === 'fork') return sendToFork(message, call);
    return call.ask('SendMessage', defined({ text: message.text, images: message.images }));
  },
});

function requireContent({ text = '', images = [] }: Message): void {
  if (text.trim() !== '' || images.length > 0) return;
  throw wireError('VALIDATION_ERROR', 'The message is empty: pass text or an image. Nothing was sent.', {
    reason: 'MESSAGE_EMPTY',
    field: 'text',
  });
}

async function sendToFork({ text = '', images = [], task_id }: Message, call: CommandCall): Promise<CommandResult> {
  if (images.length > 1) {
    throw wireError(
      'VALIDATION_ERROR',
      `The connected agent accepts one image per message, not ${images.length}. Nothing was sent.`,
      { reason: 'TOO_MANY_IMAGES', field: 'images' },
    );
  }
  const [imageUrl] = images;
  const taskId = await chooseTask(call, task_id);
  return call.ask('SendMessage', { taskId, text, ...defined({ imageUrl }) });
}

const deleteQueuedMessageTool = commandTool({
  name: 'roo_ipc_delete_queued_message',
  title: 'Delete a queued message',
  command: 'DeleteQueuedMessage',
  details: 'The ids are in the event queuedMessagesUpdated (roo_ipc_poll_other_events).',
  annotations: annotations({ destructive: true, idempotent: true }),
  input: { message_id: z.string().min(1).describe('The id of the message in the queue.') },
  run: ({ message_id }, call) => call.ask('DeleteQueuedMessage', message_id),
});

function buttonTool(which: 'Primary' | 'Secondary') {
  return commandTool({
    name: `roo_ipc_press_${which === 'Primary' ? 'primary' : 'secondary'}_button`,
    title: `Press the ${which.toLowerCase()} button`,
    command: `Press${which}Button`,
    annotations: speaks,
    run: (_args, call) => {
      call.noteAnswer(undefined);
      return call.ask(`Press${which}Button`);
    },
  });
}
