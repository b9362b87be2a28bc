export type { CreateInput } from './create-session.ts';
export {
  type AnySessionError,
  isSessionError,
  SessionError,
  type SessionErrorCode,
  type SessionErrorData,
} from './errors.ts';
export type { Hierarchy, Relative } from './hierarchy.ts';
export type { DecisionInput } from './input.ts';
export type { JsonObject, JsonValue } from './json.ts';
export { defaultLimits, type SessionLimits } from './limits.ts';
export type { ListPage, ListQuery } from './list-sessions.ts';
export { createMemoryStore } from './memory-store.ts';
export type { IdPrefix } from './random-id.ts';
export {
  type ChildReport,
  type Dropped,
  type Message,
  type MessageRole,
  type ModeSwitch,
  messageRoles,
  type OpenChild,
  type RecordedDecision,
  type Session,
  type SessionHead,
  type Task,
  type TaskHead,
  type TaskHistory,
} from './session.ts';
export { parseSessionHead } from './session-format.ts';
export { createSessions, type Sessions, type SessionsOptions } from './sessions.ts';
export type {
  Access,
  Expected,
  HistoryAppend,
  HistoryLimits,
  InsertOptions,
  Store,
  StorePage,
  StoreQuery,
  Tombstone,
} from './store.ts';
export type { SweepResult } from './sweep.ts';
export type { CompleteInput, MessageInput, SwitchInput, SwitchResult } from './task-operations.ts';
export {
  canTransition,
  isEndState,
  type TaskEndState,
  type TaskState,
  taskEndStates,
  taskStates,
  taskTransitions,
} from './task-states.ts';
