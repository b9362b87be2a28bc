import { expect, test } from 'vitest';
import { createConnectionScopes, isOpenMode } from '../src/sessions/connection-scopes.ts';

const ann = { id: 'token:ann', modes: ['code'] };

test('a stdio connection has no scope, and only the settings restrict it', () => {
  const { of } = createConnectionScopes();
  expect(of('stdio')).toEqual({});
  expect(isOpenMode(of('stdio'), 'code')).toBe(true);
});

test('a call that outlives its HTTP connection loses its rights, and does not gain those of everybody', () => {
  const scopes = createConnectionScopes();
  scopes.set('a', { mode: 'code', principal: ann });
  expect(isOpenMode(scopes.of('a'), 'code')).toBe(true);
  scopes.forget('a');
  for (const id of ['a', 'never']) {
    expect(isOpenMode(scopes.of(id), 'code')).toBe(false);
    expect(scopes.of(id).principal?.id).not.toBe(ann.id);
  }
});
