import type { JsonObject } from '@modegate/json';
import type { TaskEndState, TaskState } from './task-states.ts';

/** Who said a {@link Message}. */
export type MessageRole = 'user' | 'assistant' | 'system' | 'tool';

/** Every {@link MessageRole}. */
export const messageRoles: readonly MessageRole[] = ['user', 'assistant', 'system', 'tool'];

/** One entry of a task's conversation. A text over the byte limit is cut and ends in a marker that says so. */
export interface Message {
  readonly role: MessageRole;
  readonly text: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Present on the message by which a child task reports its end to its parent. */
  readonly report?: ChildReport;
  /** Present on a message that another task, the parent or a child, has sent. */
  readonly from?: Sender;
}

/** The task that sent a message to its parent or child. */
export interface Sender {
  readonly sessionId: string;
  readonly taskId: string;
}

/** Which child ended and how; `expired` when it was not used in time and never ended by itself. */
export interface ChildReport {
  readonly sessionId: string;
  readonly taskId: string;
  readonly status: TaskEndState | 'expired';
}

/** One accepted change of a task's mode. */
export interface ModeSwitch {
  readonly from: string;
  readonly to: string;
  readonly reason?: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** One entry of a task's audit trail. `rule` and `detail` are whatever JSON the policy's owner wants to keep. */
export interface RecordedDecision {
  readonly tool: string;
  readonly allowed: boolean;
  /** The mode under which it was decided, when the caller gave it. */
  readonly mode?: string;
  readonly code?: string;
  readonly rule?: unknown;
  readonly reason?: string;
  readonly detail?: unknown;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** An open child as its parent remembers it. */
export interface OpenChild {
  readonly sessionId: string;
  readonly taskId: string;
}

/** A task without its history. */
export interface TaskHead {
  readonly id: string;
  /** The slug of the current mode. */
  readonly mode: string;
  readonly state: TaskState;
  readonly initialMessage?: string;
  readonly parentSessionId?: string;
  readonly parentTaskId?: string;
  /** How many ancestors the task has; 0 for a root. */
  readonly depth: number;
  /** The latest children, oldest first; at most as many as `limits.openChildren`, open ones always among them. */
  readonly childSessionIds: readonly string[];
  /** How many children the task ever had. */
  readonly childCount: number;
  /** The children whose end has not been taken in yet; the task is `delegated` exactly while there are some. */
  readonly openChildren: readonly OpenChild[];
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** When the task last changed, in epoch milliseconds. A recorded decision is not a change. */
  readonly updatedAt: number;
  readonly result?: string;
  /** When the task ended in any way, in epoch milliseconds. */
  readonly completedAt?: number;
  readonly metadata?: JsonObject;
}

/** The three bounded lists of a task, oldest entry first, and how many entries each has dropped from its front. */
export interface TaskHistory {
  readonly messages: readonly Message[];
  readonly switches: readonly ModeSwitch[];
  readonly decisions: readonly RecordedDecision[];
  readonly dropped: DroppedCounts;
}

/** How many of the oldest entries each list has dropped to stay within its limit. */
export interface DroppedCounts {
  readonly messages: number;
  readonly switches: number;
  readonly decisions: number;
}

/** A task with its history. */
export interface Task extends TaskHead, TaskHistory {}

/** A session without its task's history: what is stored as one small record and written by compare-and-set. */
export interface SessionHead {
  /** The version of the stored form. */
  readonly format: 1;
  /** `ses_` and at least 128 random bits: knowing it is the right to use the session. */
  readonly id: string;
  /** Starts at 1 and grows by one with every change of the head; a touch or a recorded decision changes none of it. */
  readonly version: number;
  /** Whose session it is: a text of your own, the same for all of one owner. Each owner has limits of its own, and those without one have them together. */
  readonly owner?: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** Epoch milliseconds. */
  readonly lastAccessedAt: number;
  /** Epoch milliseconds; `null` when the session never expires. */
  readonly expiresAt: number | null;
  readonly task: TaskHead;
}

/** A client's handle on one task. Plain data that survives a round trip through JSON. */
export interface Session extends Omit<SessionHead, 'task'> {
  readonly task: Task;
}
