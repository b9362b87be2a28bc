import { expect, test } from 'vitest';
import { createConnectionScopes, isOpenMode } from '../src/sessions/connection-scopes.ts';

const ann = { id: 'token:ann', modes: ['code'] };

test('on stdio no connection has a scope, and the settings alone confine it', () => {
  const { of } = createConnectionScopes();
  expect(of('stdio')).toEqual({});
  expect(isOpenMode(of('stdio'), 'code')).toBe(true);
});

test('a call that outlives its connection over HTTP has neither its rights nor those of everybody', () => {
  const scopes = createConnectionScopes();
  scopes.set('a', { mode: 'code', principal: ann });
  expect(isOpenMode(scopes.of('a'), 'code')).toBe(true);
  scopes.forget('a');
  for (const id of ['a', 'never']) {
    expect(isOpenMode(scopes.of(id), 'code')).toBe(false);
    expect(scopes.of(id).principal?.id).not.toBe(ann.id);
  }
});
