import type { BufferedEvent, QueueName, Schedule } from '@modegate/ipc-bridge';
import { defined } from '@modegate/json';
import { createServer, type ProtocolServer, type ToolDefinition } from '@modegate/mcp-protocol';
import { type AgentOptions, createAgent } from './agent/agent.ts';
import type { ToolContext } from './calls/tool-context.ts';
import { createPush } from './events/push.ts';
import { eventResources, eventsUri, historyUri, statusUri, taskUri } from './resources/event-resources.ts';
import { createRecentEvents } from './resources/recent-events.ts';
import { agentTools } from './tools/agent-tools.ts';
import { configurationTools } from './tools/configuration-tools.ts';
import { conversationTools } from './tools/conversation-tools.ts';
import { pollTools } from './tools/poll-tools.ts';
import { profileTools } from './tools/profile-tools.ts';
import { historyTool, statusTool } from './tools/server-tools.ts';
import { startTaskTool } from './tools/start-task.ts';
import { taskQueries } from './tools/task-queries.ts';
import { taskTools } from './tools/task-tools.ts';
import { waitForTaskTool } from './tools/wait-for-task.ts';
import { version } from './version.ts';

/** The client, settings and clock of a server. */
export interface IpcServerOptions extends Omit<AgentOptions, 'now'> {
  /** Form in which failed tool calls are reported. Default `result`. */
  readonly toolErrors?: 'result' | 'jsonrpc';
  /** Clock that returns epoch milliseconds. Default: `Date.now`. */
  readonly now?: () => number;
  /** Timer for delayed work. Default: the platform's timer. */
  readonly schedule?: Schedule;
}

/** An MCP server for an agent; initially neither side is connected. */
export type IpcServer = ReturnType<typeof createIpcServer>;

/** Creates the server for a client without opening a connection. */
export function createIpcServer(options: IpcServerOptions) {
  const { client, settings, log, secrets, history, toolErrors = 'result' } = options;
  const { now = Date.now, schedule = scheduleTimer } = options;
  const agent = createAgent({ client, settings, log, now, ...defined({ secrets, history }) });
  const recent = { ai: createRecentEvents(), other: createRecentEvents() };
  const push = createPush({ notify: (method, params) => server.notify(method, params), now });
  const context: ToolContext = { agent, settings, toolErrors, now, schedule, pushed: () => push.counters };
  const server = createServer({
    info: { name: 'modegate-ipc-server', title: 'Modegate IPC', version },
    instructions: serverInstructions,
    tools: listTools(context),
    resources: eventResources(context, recent),
    toolErrors,
    invalidArguments: 'INVALID_PARAMS',
    onError: (error, place) => log.error(`Unexpected error (${JSON.stringify(place)})`, error),
    logger: (line) => log.debug(line),
  });
  let knownTasks = 0;
  agent.onEvent((event, queue) => {
    recent[queue].add(event);
    if (settings.push) push.send(event);
    announce(server, event, queue);
    // In a full registry, the ids may change while their number stays the same, so comparing the number is not enough.
    if (event.event.eventName === 'taskCreated' || agent.tasks.taskIds.length !== knownTasks) {
      knownTasks = agent.tasks.taskIds.length;
      server.notifyResourcesChanged();
    }
  });
  client.onState(() => server.notifyResourceUpdated(statusUri));
  agent.history.onChange(() => server.notifyResourceUpdated(historyUri));
  return { server, agent };
}

const scheduleTimer: Schedule = (run, delayMs) => {
  const timer = setTimeout(run, delayMs);
  return () => clearTimeout(timer);
};

/** Lists all tools, starting with the ones to use first. */
function listTools(context: ToolContext): readonly ToolDefinition[] {
  return [
    statusTool(context),
    startTaskTool(context),
    waitForTaskTool(context),
    ...conversationTools(context),
    ...pollTools(context),
    ...taskQueries(context),
    ...taskTools(context),
    ...agentTools(context),
    ...configurationTools(context),
    ...profileTools(context),
    historyTool(context),
  ];
}

function announce(server: ProtocolServer, { event }: BufferedEvent, queue: QueueName): void {
  server.notifyResourceUpdated(eventsUri(queue));
  if (event.taskId !== undefined) server.notifyResourceUpdated(taskUri(event.taskId));
}

/** Instructions for the model, sent when it connects. */
const serverInstructions = [
  'This server drives a coding agent (Roo Code, Zoo Code or a related one) that runs in an editor on this machine.',
  '',
  '1. Call roo_ipc_status to see whether an agent is connected.',
  '2. Call roo_ipc_start_task with the prompt and keep the taskId. The new task replaces whatever the agent is doing.',
  '3. Call roo_ipc_wait_for_task until done or needsAnswer is true. needsAnswer comes with the question and a note that says how to answer.',
  '4. roo_ipc_get_messages shows what the agent wrote; roo_ipc_poll_ai_messages and roo_ipc_poll_other_events return each event once.',
  '',
  'The outcome of an answer is confirmed, sent or inferred. The outcome confirmed means that the agent answered, or that an event showed the effect (via says how it was confirmed). The outcome sent means that the command was written to an agent that does not confirm it. The outcome inferred means that this server derived the result from the events that it has seen. payload contains the response from the agent.',
  'A failed call says whether anything was sent. After a time-out, check roo_ipc_status before you repeat roo_ipc_start_task: the task may have started.',
].join('\n');
