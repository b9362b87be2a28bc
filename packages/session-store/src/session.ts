import type { JsonObject } from '@modegate/json';
import type { TaskEndState, TaskState } from './task-states.ts';

/** Sender role of a {@link Message}. */
export type MessageRole = 'user' | 'assistant' | 'system' | 'tool';

/** Every {@link MessageRole}. */
export const messageRoles: readonly MessageRole[] = ['user', 'assistant', 'system', 'tool'];

/** One entry in a task's conversation. Text that exceeds the byte limit is truncated and ends in a marker. */
export interface Message {
  readonly role: MessageRole;
  readonly text: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Present on the message that reports a child's end to its parent. */
  readonly report?: ChildReport;
  /** Present on a message sent by the parent or a child. */
  readonly from?: Sender;
}

/** The task that sent a message to its parent or child. */
export interface Sender {
  readonly sessionId: string;
  readonly taskId: string;
}

/** A child's end; `expired` if the child was not used in time and its task never ended. */
export interface ChildReport {
  readonly sessionId: string;
  readonly taskId: string;
  readonly status: TaskEndState | 'expired';
}

/** An accepted mode switch. */
export interface ModeSwitch {
  readonly from: string;
  readonly to: string;
  readonly reason?: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** A recorded decision. `rule` and `detail` are any JSON values that the policy's owner wants to store. */
export interface RecordedDecision {
  readonly tool: string;
  readonly allowed: boolean;
  /** The mode in which the decision was made, if specified. */
  readonly mode?: string;
  readonly code?: string;
  readonly rule?: unknown;
  readonly reason?: string;
  readonly detail?: unknown;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** An open child as recorded by its parent. */
export interface OpenChild {
  readonly sessionId: string;
  readonly taskId: string;
}

/** A task without its history. */
export interface TaskHead {
  readonly id: string;
  /** Slug of the current mode. */
  readonly mode: string;
  readonly state: TaskState;
  readonly initialMessage?: string;
  readonly parentSessionId?: string;
  readonly parentTaskId?: string;
  /** Number of ancestors; 0 for a root. */
  readonly depth: number;
  /** The latest children, oldest first; at most `limits.openChildren`, always including the open children. */
  readonly childSessionIds: readonly string[];
  /** Number of children ever created. */
  readonly childCount: number;
  /** Children whose end has not been recorded; the task is `delegated` as long as there are any. */
  readonly openChildren: readonly OpenChild[];
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** Time of the task's last change, in epoch milliseconds. Recording a decision is not treated as a change. */
  readonly updatedAt: number;
  readonly result?: string;
  /** Time at which the task ended, in epoch milliseconds. */
  readonly completedAt?: number;
  readonly metadata?: JsonObject;
}

/** The three bounded lists of a task, oldest entry first, and the number of entries dropped from each. */
export interface TaskHistory {
  readonly messages: readonly Message[];
  readonly switches: readonly ModeSwitch[];
  readonly decisions: readonly RecordedDecision[];
  readonly dropped: DroppedCounts;
}

/** Number of entries dropped from each list; the oldest are dropped first. */
export type DroppedCounts = Readonly<Record<'messages' | 'switches' | 'decisions', number>>;

/** A task with its history. */
export interface Task extends TaskHead, TaskHistory {}

/** A session without its task's history: stored as one small record and written by compare-and-set. */
export interface SessionHead {
  /** Version of the stored form. */
  readonly format: 1;
  /** `ses_` and at least 128 random bits: anyone who knows the id may use the session. */
  readonly id: string;
  /**
   * Starts at 1 and increases with every change to the head; touches and recorded decisions do not change the version.
   */
  readonly version: number;
  /**
   * Owner of the session: any string. Each owner has separate limits; sessions without an owner share one set of
   * limits.
   */
  readonly owner?: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** Epoch milliseconds. */
  readonly lastAccessedAt: number;
  /** Epoch milliseconds; `null` if the session never expires. */
  readonly expiresAt: number | null;
  readonly task: TaskHead;
}

/** A client's handle on one task. Plain data that can be converted to JSON and back without loss. */
export interface Session extends Omit<SessionHead, 'task'> {
  readonly task: Task;
}
