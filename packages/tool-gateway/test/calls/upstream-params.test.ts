import type { JsonObject } from '@modegate/json';
import { describe, expect, test } from 'vitest';
import { upstreamParams } from '../../src/calls/upstream-request.ts';
import type { ClientRequest } from '../../src/clients/client-request.ts';

const sentFor = (params: JsonObject): JsonObject =>
  upstreamParams({ params, meta: (params._meta ?? {}) as JsonObject } as ClientRequest);

describe('members that a client with a session adds to a request', () => {
  const ofItself = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'somebody else', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
  };

  test('members that would speak for the gateway reach no server', () => {
    expect(sentFor({ name: 'x', _meta: ofItself })).toEqual({ name: 'x' });
    expect(sentFor({ name: 'x', _meta: { ...ofItself, progressToken: 1, 'com.example/a': 1 } })).toEqual({
      name: 'x',
      _meta: { 'com.example/a': 1 },
    });
    expect(sentFor({ name: 'x', requestState: 's', inputResponses: {}, task: {} })).toEqual({ name: 'x' });
  });

  test('other members of a request are passed on unchanged', () => {
    for (const params of [{ name: 'x' }, { name: 'x', _meta: {} }, { name: 'x', _meta: { traceparent: '00-1' } }])
      expect(sentFor(params)).toBe(params);
  });
});
