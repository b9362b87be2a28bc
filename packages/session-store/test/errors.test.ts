import {
  type AnySessionError,
  createMemoryStore,
  createSessions,
  isSessionError,
  SessionError,
  type SessionErrorData,
} from '@modegate/session-store';
import { describe, expect, test, vi } from 'vitest';

const illegal: SessionErrorData['TASK_STATE_ILLEGAL'] = {
  sessionId: 'ses_1',
  taskId: 'task_1',
  operation: 'complete',
  from: 'delegated',
  to: 'completed',
  openChildSessionIds: ['a', 'b', 'c', 'd', 'e', 'f', 'g'],
};

describe('messages with what happened and what to do next', () => {
  test.each([
    [new SessionError('SESSION_NOT_FOUND', { sessionId: 'ses_1' }), /No session has the id 'ses_1'.*create a new task/],
    [new SessionError('SESSION_EXPIRED', { sessionId: 'ses_1', expiredAt: 0 }), /1970-01-01T00:00:00.000Z.*new task/],
    [new SessionError('SESSION_EXPIRED', { sessionId: 'ses_1', expiredAt: 1e300 }), /1e\+300 ms/],
    [new SessionError('SESSION_CONFLICT', { sessionId: 'ses_1', attempts: 20 }), /20 attempts.*Try again/],
    [new SessionError('SESSION_LIMIT', { limit: 'sessions', maximum: 5 }), /5 sessions.*limits\.sessions/],
    [new SessionError('SESSION_LIMIT', { limit: 'bytes', maximum: 5 }), /5 bytes.*limits\.bytes/],
    [new SessionError('SESSION_LIMIT', { limit: 'openChildren', maximum: 5 }), /5 open child.*Complete or cancel/],
    [new SessionError('SESSION_LIMIT', { limit: 'depth', maximum: 5 }), /5 levels deep.*ancestors/],
    [new SessionError('MODE_UNKNOWN', { mode: 'x'.repeat(500) }), /^Unknown mode 'x{80}…'\. List the modes/],
    [new SessionError('TASK_STATE_ILLEGAL', illegal), /'a', 'b', 'c', 'd', 'e' and 2 more\. Complete or cancel/],
    [new SessionError('TASK_STATE_ILLEGAL', { ...illegal, openChildSessionIds: [] }), /has ended: create a new task/],
    [
      new SessionError('VALUE_INVALID', { name: 'mode', expected: 'a', received: 'b' }),
      /^mode must be a, but it is b\.$/,
    ],
    [new SessionError('STORE_CORRUPT', { sessionId: 'ses_1', problem: 'torn' }), /cannot be read: torn.*upgrade/],
  ] as [SessionError, RegExp][])('the error %o has a message that says what to do', (error, pattern) => {
    expect(error.message).toMatch(pattern);
    expect(error.name).toBe('SessionError');
  });
});

test('a session error keeps its cause', () => {
  const cause = new Error('disk');
  expect(new SessionError('STORE_CORRUPT', { sessionId: 's', problem: 'p' }, { cause }).cause).toBe(cause);
});

test('the code narrows the type of the error union', () => {
  const error = new SessionError('SESSION_LIMIT', { limit: 'depth', maximum: 3 }) as AnySessionError;
  expect(error.code === 'SESSION_LIMIT' && error.data.maximum).toBe(3);
});

test('isSessionError checks name and code, and rejects other errors', () => {
  const error = new SessionError('MODE_UNKNOWN', { mode: 'x' });
  expect(isSessionError(error, 'MODE_UNKNOWN')).toBe(true);
  expect(isSessionError(error, 'SESSION_LIMIT')).toBe(false);
  for (const stranger of [undefined, null, 'MODE_UNKNOWN', new Error('x'), { code: 'MODE_UNKNOWN' }]) {
    expect(isSessionError(stranger, 'MODE_UNKNOWN')).toBe(false);
  }
});

test('createSessions without crypto reports that createId must be given', async () => {
  vi.stubGlobal('crypto', undefined);
  try {
    const sessions = createSessions({ store: createMemoryStore() });
    await expect(sessions.create({ mode: 'code' })).rejects.toThrow('createId must be provided');
  } finally {
    vi.unstubAllGlobals();
  }
});

test('an error of the store is passed through unchanged', async () => {
  const broken = new Error('disk full');
  const store = { ...createMemoryStore(), insert: async () => Promise.reject(broken) };
  await expect(createSessions({ store }).create({ mode: 'code' })).rejects.toBe(broken);
});
