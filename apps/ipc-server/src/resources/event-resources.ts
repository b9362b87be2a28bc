import type { QueueName } from '@modegate/ipc-bridge';
import { defineResource, type ResourceDefinition } from '@modegate/mcp-protocol';
import type { ToolContext } from '../calls/tool-context.ts';
import { describeStatus } from './agent-status.ts';
import type { RecentEvents } from './recent-events.ts';

/** URI of the resource that describes the connection. */
export const statusUri = 'roo-ipc://status';

/** URI of the resource that lists commands and errors. */
export const historyUri = 'roo-ipc://history';

/** Returns the URI of the resource for a queue. */
export function eventsUri(queue: QueueName): string {
  return `roo-ipc://events/${queue}`;
}

/** Returns the URI of the resource for a task. */
export function taskUri(taskId: string): string {
  return `roo-ipc://tasks/${encodeURIComponent(taskId)}`;
}

const mimeType = 'application/json';
const shownMessages = 200;

/**
 * Offers the status, events and tasks as resources with subscriptions; reading does not remove events from the queues.
 */
export function eventResources(
  context: ToolContext,
  recent: Readonly<Record<QueueName, RecentEvents>>,
): readonly ResourceDefinition[] {
  const { tasks, history } = context.agent;
  const resources: readonly Parameters<typeof defineResource>[0][] = [
    {
      uri: statusUri,
      name: 'status',
      title: 'Connection',
      description: 'The connection to the agent, the queues and the tasks.',
      read: () => JSON.stringify(describeStatus(context)),
    },
    {
      uri: eventsUri('ai'),
      name: 'events-ai',
      title: 'AI messages',
      description: 'The latest 100 AI message events.',
      read: () => recent.ai.toJson(),
    },
    {
      uri: eventsUri('other'),
      name: 'events-other',
      title: 'Other events',
      description: 'The latest 100 events that are not AI messages.',
      read: () => recent.other.toJson(),
    },
    {
      uri: historyUri,
      name: 'history',
      title: 'Commands and errors',
      description: 'The latest 100 commands with their answers, and the latest 100 errors.',
      read: () => JSON.stringify({ commands: history.commands, errors: history.errors }),
    },
    {
      template: 'roo-ipc://tasks/{task_id}',
      name: 'task',
      title: 'Task',
      description: `The state of a task, and its latest ${shownMessages} messages.`,
      list: () => tasks.taskIds.map((taskId) => ({ uri: taskUri(taskId), name: `Task ${taskId}`, mimeType })),
      complete: ({ value }) => tasks.taskIds.filter((taskId) => taskId.startsWith(value)),
      read: ({ variables }) => readTask(context, variables.task_id ?? ''),
    },
  ];
  return resources.map((resource) => defineResource({ ...resource, mimeType }));
}

function readTask({ agent: { tasks } }: ToolContext, taskId: string): string | undefined {
  const outcome = tasks.outcomeOf(taskId);
  if (outcome === undefined) return undefined;
  const { lastMessage: _last, ...facts } = outcome;
  return JSON.stringify({ ...facts, messages: tasks.messagesOf(taskId).slice(-shownMessages) });
}
