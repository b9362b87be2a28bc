export { formatAddress, type IpcAddress, parseAddress } from './address.ts';
export type { AgentEvent } from './agent-event.ts';
export { type AgentMessage, isPartial, readAgentMessage } from './agent-message.ts';
export type { BackoffOptions } from './backoff.ts';
export type {
  BufferedEvent,
  ConnectionNews,
  DropReport,
  EventBuffer,
  QueueCounters,
  QueueName,
  ReadEvents,
  TakenEvents,
} from './buffered-event.ts';
export type { ByteChannel, ByteReceiver } from './channel.ts';
export { type AgentClient, createAgentClient } from './client.ts';
export type { ClientCounters } from './client-counters.ts';
export type { AgentClientOptions, ClientLimits, ClientProblem } from './client-options.ts';
export type { CommandReply, ReplyRoute, SendOptions } from './client-reply.ts';
export type { ClientState, ReadyState } from './client-state.ts';
export type { CommandDefinition } from './command-definition.ts';
export { type CommandName, commandNames, isCommandName } from './command-name.ts';
export { buildCommand, commands, listCommands, type OutgoingCommand } from './commands.ts';
export type { ConnectOptions } from './connect-waits.ts';
export { type Dialect, dialects } from './dialect.ts';
export { createEventBuffer, type EventBufferOptions } from './event-buffer.ts';
export { type EventName, eventPayloads } from './event-payloads.ts';
export type { FrameCounters } from './frame-counters.ts';
export { createFrameDecoder, type Frame, type FrameDecoder, type FrameProblem } from './frame-decoder.ts';
export { encodeFrame } from './frame-encoder.ts';
export {
  type AnyIpcError,
  IpcError,
  type IpcErrorCode,
  type IpcErrorData,
  isIpcError,
} from './ipc-error.ts';
export { isJsonObject, type JsonObject } from './json.ts';
export { isLasting } from './lasting-event.ts';
export {
  type AssembledMessage,
  createMessageAssembler,
  type MessageAssembler,
  type MessageAssemblerOptions,
} from './message-assembler.ts';
export { type AskGroup, askGroup, askNames, sayNames } from './message-words.ts';
export { type IncomingMessage, readMessage, readTaskEvent } from './read-message.ts';
export { type AgentReply, readReply } from './read-reply.ts';
export { redacted, redactSecrets } from './redact.ts';
export type { CommandEffect, EffectReply, EffectWatcher, QueryEventName, ReplyKind } from './reply-kind.ts';
export { type Schedule, timerSchedule } from './schedule.ts';
export { isSecretName, secretSettings } from './secret-names.ts';
export { type AgentServer, createAgentServer } from './server.ts';
export { noAnswer } from './server-answers.ts';
export type {
  AgentServerOptions,
  OutgoingEvent,
  ReceivedCommand,
  ServerClient,
  ServerCounters,
  ServerLimits,
  ServerProblem,
} from './server-options.ts';
export type { TaskOutcome, TaskStatus, WaitingStatus } from './task-outcome.ts';
export { createTaskTracker, type TaskTracker, type TaskTrackerOptions } from './task-tracker.ts';
