export type { JsonObject } from '@modegate/json';
export { redactSecrets } from '@modegate/secrets';
export type { Schedule } from '@modegate/timing';
export { formatAddress, type IpcAddress, parseAddress } from './address.ts';
export type { ByteChannel } from './channel.ts';
export { type AgentClient, createAgentClient } from './client/client.ts';
export type { AgentClientOptions, ClientProblem } from './client/client-options.ts';
export type { ClientState, ReadyState } from './client/client-state.ts';
export type { CommandReply, SendOptions } from './client/command-reply.ts';
export type { ConnectOptions } from './client/connect-waits.ts';
export type { CommandDefinition } from './commands/command-definition.ts';
export { commands } from './commands/commands.ts';
export { agentSettingKinds } from './commands/setting-kinds.ts';
export { type Dialect, dialects } from './dialect.ts';
export type {
  BufferedEvent,
  DropReport,
  EventBuffer,
  QueueName,
  TakenEvents,
  TakeOptions,
  WaitOptions,
} from './events/buffered-event.ts';
export { createEventBuffer, type EventBufferOptions } from './events/event-buffer.ts';
export { type AnyIpcError, IpcError, type IpcErrorCode, type IpcErrorData, isIpcError } from './ipc-error.ts';
export { type AgentEvent, isPartial, redactEvent } from './messages/agent-event.ts';
export type { AgentMessage } from './messages/agent-message.ts';
export { type CommandName, commandNames, isCommandName } from './messages/command-name.ts';
export { readTaskEvent } from './messages/read-message.ts';
export { type AgentServer, createAgentServer } from './server/server.ts';
export type {
  AgentServerOptions,
  ReceivedCommand,
  ServerClient,
  ServerProblem,
} from './server/server-options.ts';
export {
  type AssembledMessage,
  createMessageAssembler,
  type MessageAssembler,
  type MessageAssemblerOptions,
} from './tasks/message-assembler.ts';
export type { TaskOutcome, TaskStatus, WaitingStatus } from './tasks/task-outcome.ts';
export { createTaskTracker, type TaskTracker, type TaskTrackerOptions } from './tasks/task-tracker.ts';
