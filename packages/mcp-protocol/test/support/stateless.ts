import type { Message, StdioDriver } from './stdio-driver.ts';

export const VERSION = '2026-07-28';

/** What every request from revision 2026-07-28 on says of its sender. */
export function meta(capabilities: object = {}, more: object = {}): Record<string, unknown> {
  return {
    'io.modelcontextprotocol/protocolVersion': VERSION,
    'io.modelcontextprotocol/clientCapabilities': capabilities,
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
    ...more,
  };
}

/** A request of that revision. */
export function request(id: string | number, method: string, params: object = {}, capabilities: object = {}): object {
  return { jsonrpc: '2.0', id, method, params: { _meta: meta(capabilities), ...params } };
}

/** Sends one, and resolves with its answer. */
export function ask(
  driver: StdioDriver,
  id: string | number,
  method: string,
  params: object = {},
  capabilities: object = {},
): Promise<Message> {
  driver.send(request(id, method, params, capabilities));
  return driver.answer(id);
}
