import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js';
import { expect, test } from 'vitest';
import { protocolVersions } from '../../src/requests/session-requests.ts';

test('the server speaks every revision that the SDK does, so that a new one is noticed', () => {
  expect(protocolVersions).toEqual(SUPPORTED_PROTOCOL_VERSIONS);
});
