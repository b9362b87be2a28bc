import type { AgentEvent } from '@modegate/ipc-bridge';
import { describe, expect, test } from 'vitest';
import { createTaskRegistry } from '../../src/agent/task-registry.ts';
import { agentEvent, bufferedEvent, messageEvent } from '../support/agent-event.ts';

function openBook(dialect: 'official' | 'fork' = 'official', maxTasks?: number) {
  const book = createTaskRegistry({ dialect: () => dialect, ...(maxTasks === undefined ? {} : { maxTasks }) });
  let seq = 0;
  const observe = (...events: readonly AgentEvent[]) => {
    for (const event of events) book.observe(bufferedEvent(event, ++seq));
  };
  return { book, observe };
}

describe('the task book', () => {
  test('the task book knows the active task', () => {
    const { book, observe } = openBook();
    expect(book.activeTaskId).toBeUndefined();
    observe(agentEvent('taskCreated', ['a']), agentEvent('taskFocused', ['a']));
    expect(book.activeTaskId).toBe('a');
    observe(agentEvent('taskUnfocused', ['a']), agentEvent('taskAborted', ['a']), agentEvent('taskCreated', ['b']));
    expect(book.activeTaskId).toBe('b');
    observe(agentEvent('taskAborted', ['a']));
    expect(book.activeTaskId).toBe('b');
    observe(agentEvent('taskAborted', ['b']));
    expect(book.activeTaskId).toBeUndefined();
  });

  test('the task book learns of an older task from its messages, and trusts nothing after the connection ended', () => {
    const { book, observe } = openBook();
    observe(messageEvent('a', { ts: 1, text: 'hello' }));
    expect(book.activeTaskId).toBe('a');
    observe(agentEvent('connection', [{ status: 'disconnected' }]));
    expect(book.activeTaskId).toBeUndefined();
  });

  test('the task book marks tasks as lost when nothing was received since the connection ended', () => {
    const { book, observe } = openBook();
    observe(agentEvent('taskCreated', ['a']), agentEvent('connection', [{ status: 'disconnected' }]));
    expect(book.isLost('a')).toBe(true);
    observe(agentEvent('connection', [{ status: 'connected' }]));
    expect(book.isLost('a')).toBe(true);
    observe(messageEvent('a', { ts: 1, text: 'still here' }));
    expect([book.isLost('a'), book.isLost('nobody')]).toEqual([false, false]);
  });

  test('the task book knows a started task before its first event arrives', () => {
    const { book } = openBook();
    book.noteStarted('a');
    expect([book.activeTaskId, book.taskIds, book.outcomeOf('a')?.status]).toEqual(['a', ['a'], 'unknown']);
  });

  test('the task book joins the parts of a task of fork', () => {
    const { book, observe } = openBook('fork');
    observe(
      messageEvent('a', { ts: 1, text: 'Hel', partial: true }),
      messageEvent('a', { ts: 1, text: 'lo', partial: true }),
      messageEvent('a', { ts: 1, text: '!', partial: false }),
      messageEvent('a', { ts: 2, text: 'Bye' }),
    );
    expect(book.messagesOf('a')).toMatchObject([
      { ts: 1, text: 'Hello!', partial: false },
      { ts: 2, text: 'Bye' },
    ]);
  });

  test('the task book keeps the last usage of a task', () => {
    const { book, observe } = openBook();
    observe(agentEvent('taskTokenUsageUpdated', ['a', { totalTokensIn: 5 }, {}]));
    expect(book.usageOf('a')).toEqual({ totalTokensIn: 5 });
    expect(book.usageOf('b')).toBeUndefined();
  });

  test('the task book forgets the tasks that have been silent the longest', () => {
    const { book, observe } = openBook('official', 2);
    observe(messageEvent('a', { ts: 1, text: 'a' }), messageEvent('b', { ts: 1 }), messageEvent('a', { ts: 2 }));
    observe(messageEvent('c', { ts: 1 }));
    expect(book.taskIds).toEqual(['a', 'c']);
    expect(book.messagesOf('b')).toEqual([]);
    expect(book.messagesOf('a')).toHaveLength(2);
  });

  test('the task book reports an answer to which the task has not reacted', () => {
    const { book, observe } = openBook();
    observe(messageEvent('a', { ts: 1, type: 'ask', ask: 'followup', text: '{}' }));
    expect(book.answeredAt('a')).toBeUndefined();
    book.noteAnswer(undefined, 100);
    expect(book.answeredAt('a')).toBe(100);
    observe(messageEvent('a', { ts: 2, say: 'user_feedback', text: 'yes' }));
    expect(book.answeredAt('a')).toBeUndefined();
  });
});
