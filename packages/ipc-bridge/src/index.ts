export { formatAddress, type IpcAddress, parseAddress } from './address.ts';
export type { BackoffOptions } from './backoff.ts';
export type { ByteChannel, ByteReceiver } from './channel.ts';
export type { AgentClient, CommandReply, ReplyRoute, SendOptions } from './client.ts';
export type { ClientCounters } from './client-counters.ts';
export type { AgentClientOptions, ClientLimits, ClientProblem } from './client-options.ts';
export type { ClientState, ReadyState } from './client-state.ts';
export { createFrameDecoder, type Frame, type FrameDecoder, type FrameProblem } from './frame-decoder.ts';
export { encodeFrame } from './frame-encoder.ts';
export {
  type AnyIpcError,
  IpcError,
  type IpcErrorCode,
  type IpcErrorData,
  isIpcError,
} from './ipc-error.ts';
export type { Schedule } from './schedule.ts';
export type {
  AgentServer,
  AgentServerOptions,
  OutgoingEvent,
  ReceivedCommand,
  ServerClient,
  ServerCounters,
  ServerLimits,
  ServerProblem,
} from './server.ts';
