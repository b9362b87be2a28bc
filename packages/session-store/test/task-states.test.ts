import { taskEndStates, taskTransitions } from '@modegate/session-store';
import { expect, test } from 'vitest';
import { canTransition, isEndState, taskStates } from '../src/task-states.ts';

test('the table of task states names every state, and only known ones', () => {
  expect(Object.keys(taskTransitions)).toEqual([...taskStates]);
  for (const state of Object.values(taskTransitions).flat()) expect(taskStates).toContain(state);
});

test('every task state can be reached from pending, and every open one can be cancelled', () => {
  const reached = new Set(['pending']);
  for (const state of reached) for (const next of taskTransitions[state as 'pending']) reached.add(next);
  expect([...reached].toSorted()).toEqual([...taskStates].toSorted());
  for (const state of taskStates) expect(canTransition(state, 'cancelled')).toBe(!isEndState(state));
});

test('end states are those without a successor', () => {
  expect(taskStates.filter(isEndState)).toEqual([...taskEndStates]);
});

test('no task becomes pending again or skips being active', () => {
  for (const state of taskStates) expect(canTransition(state, 'pending')).toBe(false);
  expect(canTransition('pending', 'completed')).toBe(false);
  expect(canTransition('delegated', 'completed')).toBe(false);
});
