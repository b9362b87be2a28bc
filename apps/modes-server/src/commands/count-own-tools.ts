import type { Log } from '@modegate/cli-kit';
import type { ChannelReceiver } from '@modegate/mcp-protocol';
import { countDefinitions } from '@modegate/tool-gateway/catalogue';
import { createModesServer } from '../server.ts';
import type { Settings } from '../settings/settings.ts';

/** Number of modes-server's own tools in a client's list, and their cost in tokens. */
export type OwnTools = Awaited<ReturnType<typeof countOwnTools>>;

/** Lists the tools that a client would see from a server with these settings but without other servers. */
export async function countOwnTools(settings: Settings, hasServers: boolean) {
  const { gateway } = settings;
  const enabled = gateway.enabled === 'on' || (gateway.enabled === 'auto' && hasServers) ? 'on' : 'off';
  const alone: Settings = { ...settings, gateway: { ...gateway, enabled, serverFiles: [] } };
  const modesServer = createModesServer({ settings: alone, log: silent });
  try {
    const definitions = await listTools(modesServer.server);
    return { tools: definitions.length, tokens: await countDefinitions(definitions) };
  } finally {
    await modesServer.close();
  }
}

/** Formats one line for display. */
export function ownToolsLine({ tools, tokens }: OwnTools): string {
  return `modes-server's own tools: ${tools}, ${tokens} tokens`;
}

type Definitions = Parameters<typeof countDefinitions>[0];

function listTools(server: ReturnType<typeof createModesServer>['server']): Promise<Definitions> {
  return new Promise((resolve, reject) => {
    let receiver: ChannelReceiver | undefined;
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'modegate', version: '0' } };
    const connected = server.connect({
      start: (started) => {
        receiver = started;
      },
      send: async (message) => {
        if (!('id' in message) || 'method' in message) return;
        if ('error' in message) reject(new Error(message.error.message));
        else if (message.id === 1) receiver?.message({ jsonrpc: '2.0', id: 2, method: 'tools/list' });
        else resolve((message.result as { readonly tools: Definitions }).tools);
      },
      close: () => undefined,
    });
    connected.then(() => receiver?.message({ jsonrpc: '2.0', id: 1, method: 'initialize', params }), reject);
  });
}

const silent: Log = {
  debug: () => undefined,
  info: () => undefined,
  warning: () => undefined,
  error: () => undefined,
  close: () => undefined,
};
