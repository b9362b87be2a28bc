export {
  type AnySessionError,
  isSessionError,
  SessionError,
  type SessionErrorCode,
  type SessionErrorData,
} from './errors.ts';
export type { DecisionInput } from './input.ts';
export { defaultLimits, type SessionLimits } from './limits.ts';
export { createMemoryStore } from './memory-store.ts';
export type { CreateInput } from './operations/create-session.ts';
export type { Hierarchy, Relative } from './operations/hierarchy.ts';
export type { ListPage, ListQuery } from './operations/list-sessions.ts';
export type { SweepOptions, SweepResult } from './operations/sweep.ts';
export type { CompleteInput, MessageInput, SwitchInput, SwitchResult } from './operations/task-operations.ts';
export type {
  ChildReport,
  DroppedCounts,
  Message,
  MessageRole,
  ModeSwitch,
  OpenChild,
  RecordedDecision,
  Sender,
  Session,
  SessionHead,
  Task,
  TaskHead,
  TaskHistory,
} from './session.ts';
export type { SessionEvent } from './session-event.ts';
export { parseSessionHead } from './session-format.ts';
export { findSessionProblem, type RecordProblem } from './session-record.ts';
export { createSessions, type HeadOptions, type Sessions, type SessionsOptions } from './sessions.ts';
export type {
  Awaitable,
  HistoryAppend,
  HistoryLimits,
  InsertResult,
  Precondition,
  RestoreOptions,
  SessionUse,
  Store,
  StoreLimits,
  StorePage,
  StoreQuery,
  Tombstone,
} from './store.ts';
export {
  type TaskEndState,
  type TaskState,
  taskEndStates,
  taskStates,
  taskTransitions,
} from './task-states.ts';
export { type IdPrefix, randomId } from './values/random-id.ts';
