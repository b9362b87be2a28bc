import type { DroppedCounts, Hierarchy, Message, RecordedDecision, Session } from '@modegate/session-store';

/** Describes a session's task, omitting its long lists. */
export function toWireTask(session: Session, lastAccessedAt: number) {
  const { task } = session;
  return {
    session_id: session.id,
    task_id: task.id,
    mode: task.mode,
    state: task.state,
    created_at: isoTime(task.createdAt),
    updated_at: isoTime(task.updatedAt),
    last_accessed: isoTime(lastAccessedAt),
    expires_at: session.expiresAt === null ? null : isoTime(session.expiresAt),
    ...(task.initialMessage === undefined ? {} : { initial_message: task.initialMessage }),
    ...(task.result === undefined ? {} : { result: task.result }),
    ...(task.completedAt === undefined ? {} : { completed_at: isoTime(task.completedAt) }),
    ...(task.parentSessionId === undefined ? {} : { parent_session_id: task.parentSessionId }),
    ...(task.metadata === undefined ? {} : { metadata: task.metadata }),
    mode_switches: task.switches.map(({ from, to, reason, at }) => ({
      from,
      to,
      ...(reason === undefined ? {} : { reason }),
      at: isoTime(at),
    })),
  };
}

/** Describes a message. */
export function describeMessage({ role, text, at, from }: Message) {
  const sender = from === undefined ? {} : { from_session_id: from.sessionId, from_task_id: from.taskId };
  return { role, text, at: isoTime(at), ...sender };
}

/** Describes a decision. */
export function describeDecision(decision: RecordedDecision) {
  return { ...decision, at: isoTime(decision.at) };
}

/** Describes the relatives of a task. */
export function describeHierarchy({ ancestors, children, omittedChildren }: Hierarchy) {
  const describe = ({ sessionId, taskId, mode, state }: Hierarchy['children'][number]) => ({
    session_id: sessionId,
    task_id: taskId,
    mode,
    state,
  });
  return { ancestors: ancestors.map(describe), children: children.map(describe), omitted_children: omittedChildren };
}

/** Input for {@link taskText}. */
export interface TaskFacts extends ReturnType<typeof toWireTask> {
  readonly messages?: readonly ReturnType<typeof describeMessage>[];
  readonly hierarchy?: ReturnType<typeof describeHierarchy>;
  readonly decisions?: readonly ReturnType<typeof describeDecision>[];
  readonly dropped: DroppedCounts;
}

/** Formats a task as text for a model. */
export function taskText(facts: TaskFacts): string {
  return [
    `Task: ${facts.task_id}`,
    `Session: ${facts.session_id}`,
    `Mode: ${facts.mode}`,
    `State: ${facts.state}`,
    `Created: ${facts.created_at}`,
    `Last accessed: ${facts.last_accessed}`,
    ...(facts.initial_message === undefined ? [] : [`About: ${facts.initial_message}`]),
    ...(facts.result === undefined ? [] : [`Result: ${facts.result}`]),
    ...(facts.metadata === undefined ? [] : [`Metadata: ${JSON.stringify(facts.metadata)}`]),
    ...droppedLine(facts.dropped),
    ...titled(
      'Mode switches:',
      facts.mode_switches.map(
        (change) =>
          `${change.at} ${change.from} → ${change.to}${change.reason === undefined ? '' : ` (${change.reason})`}`,
      ),
    ),
    ...titled(
      'Messages:',
      facts.messages?.map(
        ({ role, from_task_id: from, text }) => `${role}${from === undefined ? '' : ` (from ${from})`}: ${text}`,
      ),
    ),
    ...titled(
      'Ancestors:',
      facts.hierarchy?.ancestors.map((task) => `${task.session_id} ${task.mode} ${task.state}`),
    ),
    ...titled(
      'Subtasks:',
      facts.hierarchy?.children.map((task) => `${task.session_id} ${task.mode} ${task.state}`),
    ),
    ...titled(
      'Decisions:',
      facts.decisions?.map((decision) => decisionLine(decision, facts.mode)),
    ),
  ]
    .map(continueLines)
    .join('\n');
}

/** Indents continuation lines, so that they cannot be mistaken for part of the answer. */
export function continueLines(line: string): string {
  return line.replaceAll(/\r\n?|[\n\v\f\u0085\u2028\u2029]/g, '\n    ');
}

function droppedLine({ messages, switches, decisions }: DroppedCounts): readonly string[] {
  if (messages + switches + decisions === 0) return [];
  return [
    `Oldest entries dropped to stay within the limits: ${messages} messages, ${switches} mode switches, ${decisions} decisions`,
  ];
}

function decisionLine(decision: NonNullable<TaskFacts['decisions']>[number], mode: string): string {
  const {
    mcp_server: server,
    mcp_tool: tool,
    consent,
  } = (decision.detail ?? {}) as {
    readonly mcp_server?: string;
    readonly mcp_tool?: string;
    readonly consent?: string;
  };
  const target = server === undefined ? '' : ` (${tool === undefined ? server : `${server}/${tool}`})`;
  const reason = decision.reason === undefined ? '' : `: ${decision.reason}`;
  const mark = consent === undefined ? (decision.allowed ? '✓' : '✗') : `? consent ${consent}:`;
  return `${mark} ${decision.tool}${target} in ${decision.mode ?? mode}${reason}`;
}

function titled(title: string, lines: readonly string[] | undefined): readonly string[] {
  if (lines === undefined) return [];
  return ['', title, ...(lines.length === 0 ? ['none'] : lines)];
}

/** Formats epoch milliseconds in ISO 8601. */
export function isoTime(epochMs: number): string {
  return new Date(epochMs).toISOString();
}
