import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createMCPClient } from '@ai-sdk/mcp';
import { StdioMCPTransport } from '@ai-sdk/mcp/mcp-stdio';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

/** What all outside clients can do, under the names they all use. */
export interface OutsideClient {
  listTools(): Promise<{ readonly tools: readonly ListedTool[] }>;
  callTool(call: { name: string; arguments?: Record<string, unknown> }): Promise<unknown>;
  listResources(): Promise<{ readonly resources: readonly { readonly uri: string }[] }>;
  listResourceTemplates(): Promise<{ readonly resourceTemplates: readonly { readonly uriTemplate: string }[] }>;
  readResource(which: { uri: string }): Promise<{ readonly contents: readonly unknown[] }>;
  listPrompts(): Promise<{ readonly prompts: readonly { readonly name: string }[] }>;
  getPrompt(which: {
    name: string;
    arguments?: Record<string, string>;
  }): Promise<{ readonly messages: readonly unknown[] }>;
  close(): Promise<void>;
}

/** A tool as a client lists it. */
export interface ListedTool {
  readonly name: string;
  readonly outputSchema?: unknown;
}

/** How to start the server, in the words that every stdio transport uses. */
export interface Launch {
  readonly command: string;
  readonly args: string[];
  readonly cwd: string;
  readonly env: Record<string, string>;
  readonly stderr: 'ignore';
}

/** Connects the client of the SDK's second generation; `auto` asks for the newest revision before it falls back. */
export async function connectSuccessor(launch: Launch, mode: 'legacy' | 'auto'): Promise<OutsideClient> {
  const client = new Client({ name: 'outside', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(new StdioClientTransport(launch));
  return client;
}

/** Connects the client of the AI SDK, which shares no code with the MCP SDK. */
export function connectAiSdk(launch: Launch): ReturnType<typeof createMCPClient> {
  return createMCPClient({ transport: new StdioMCPTransport(launch) });
}

interface OlderSdk {
  readonly Client: new (info: object) => OutsideClient & { connect(transport: object): Promise<void> };
  readonly StdioClientTransport: new (launch: Launch) => object;
}

/** Connects the client of the SDK's first generation, which only the protocol package has installed. */
export async function connectOlder(launch: Launch): Promise<OutsideClient> {
  const protocolPackage = join(import.meta.dirname, '../../../../packages/mcp-protocol/package.json');
  const load = (path: string) =>
    import(pathToFileURL(createRequire(protocolPackage).resolve(`@modelcontextprotocol/sdk/client/${path}`)).href);
  const sdk = { ...(await load('index.js')), ...(await load('stdio.js')) } as OlderSdk;
  const client = new sdk.Client({ name: 'outside', version: '1' });
  await client.connect(new sdk.StdioClientTransport(launch));
  return client;
}
