export { formatAddress, type IpcAddress, parseAddress } from './address.ts';
export type { ByteChannel, ByteReceiver } from './channel.ts';
export type { BackoffOptions } from './client/backoff.ts';
export { type AgentClient, createAgentClient } from './client/client.ts';
export type { ClientCounters } from './client/client-counters.ts';
export type { AgentClientOptions, ClientLimits, ClientProblem } from './client/client-options.ts';
export type { ClientState, ReadyState } from './client/client-state.ts';
export type { CommandReply, ReplyRoute, SendOptions } from './client/command-reply.ts';
export type { ConnectOptions } from './client/connect-waits.ts';
export type { CommandDefinition } from './commands/command-definition.ts';
export { buildCommand, commands, listCommands, type OutgoingCommand } from './commands/commands.ts';
export { type AgentReply, readReply } from './commands/read-reply.ts';
export type { CommandEffect, EffectReply, EffectWatcher, QueryEventName, ReplyKind } from './commands/reply-kind.ts';
export { type Dialect, dialects } from './dialect.ts';
export type {
  BufferedEvent,
  ConnectionNews,
  DropReport,
  EventBuffer,
  QueueCounters,
  QueueName,
  ReadEvents,
  TakenEvents,
} from './events/buffered-event.ts';
export { createEventBuffer, type EventBufferOptions } from './events/event-buffer.ts';
export { isLasting } from './events/lasting-event.ts';
export type { FrameCounters } from './frames/frame.ts';
export { createFrameDecoder, type Frame, type FrameDecoder, type FrameProblem } from './frames/frame-decoder.ts';
export { encodeFrame } from './frames/frame-encoder.ts';
export {
  type AnyIpcError,
  IpcError,
  type IpcErrorCode,
  type IpcErrorData,
  isIpcError,
} from './ipc-error.ts';
export { isJsonObject, type JsonObject } from './json.ts';
export type { AgentEvent } from './messages/agent-event.ts';
export { type AgentMessage, isPartial, readAgentMessage } from './messages/agent-message.ts';
export { type CommandName, commandNames, isCommandName } from './messages/command-name.ts';
export { type EventName, eventPayloads } from './messages/event-payloads.ts';
export { type AskGroup, askGroup, askNames, sayNames } from './messages/message-words.ts';
export { type IncomingMessage, readMessage, readTaskEvent } from './messages/read-message.ts';
export { redacted, redactSecrets } from './redact.ts';
export { type Schedule, timerSchedule } from './schedule.ts';
export { isSecretName, secretSettings } from './secret-names.ts';
export { type AgentServer, createAgentServer } from './server/server.ts';
export { noAnswer } from './server/server-answers.ts';
export type {
  AgentServerOptions,
  OutgoingEvent,
  ReceivedCommand,
  ServerClient,
  ServerCounters,
  ServerLimits,
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
