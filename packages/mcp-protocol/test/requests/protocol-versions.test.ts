import { SESSION_REVISIONS } from '@modegate/json-rpc/mcp';
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js';
import { expect, test } from 'vitest';

test('the server speaks every revision that the SDK supports', () => {
  expect(SESSION_REVISIONS).toEqual(SUPPORTED_PROTOCOL_VERSIONS);
});
