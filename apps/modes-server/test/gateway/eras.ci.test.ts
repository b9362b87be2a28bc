import type { createMCPClient } from '@ai-sdk/mcp';
import { createFolder, installedScript, runScript } from '@modegate/cli-kit/testing';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { connectAiSdk, connectOlder, type Launch } from '../support/outside-client.ts';
import { describeEras, type EraClient, type EraClients } from './support/era-table.ts';

const inspector = installedScript('@modelcontextprotocol/inspector', 'mcp-inspector');

/** The clients of the table; those that can show a form say yes to it. */
const clients: EraClients = {
  "the SDK's client": { connect: connectOlder, hasForms: false },
  "the successor's client, legacy": { connect: (launch) => connectWithForms(launch, 'legacy'), hasForms: true },
  "the successor's client, negotiating": { connect: (launch) => connectWithForms(launch, 'auto'), hasForms: true },
  "the successor's client, modern": {
    connect: (launch) => connectWithForms(launch, { pin: '2026-07-28' }),
    hasForms: true,
  },
  "the AI SDK's client": {
    connect: (launch): Promise<Awaited<ReturnType<typeof createMCPClient>>> => connectAiSdk(launch),
    hasForms: false,
  },
  'the Inspector': { connect: async (launch) => inspectorClient(launch), hasForms: false },
};

/** Each of its calls starts a program of its own. */
function inspectorClient({ command, args, cwd, env }: Launch): EraClient {
  const inspect = async (method: string, ...more: readonly string[]) => {
    const own = { MCP_INSPECTOR_SECRET_STORE: 'memory', MCP_STORAGE_DIR: createFolder() };
    const { stdout, stderr } = await runScript(
      inspector,
      ['--cli', command, ...args, '--method', method, '--format', 'json', ...more],
      { cwd, home: env.HOME ?? '', env: own },
    );
    if (stdout === '') throw new Error(`The Inspector printed nothing: ${stderr}`);
    return JSON.parse(stdout).result;
  };
  return {
    listTools: () => inspect('tools/list'),
    callTool: ({ name, arguments: given = {} }) =>
      inspect('tools/call', '--tool-name', name, '--tool-arg', ...Object.entries(given).map((pair) => pair.join('='))),
    close: async () => undefined,
  };
}

async function connectWithForms(launch: Launch, mode: 'legacy' | 'auto' | { pin: string }): Promise<EraClient> {
  const info = { name: 'table', version: '1' };
  const client = new Client(info, { capabilities: { elicitation: {} }, versionNegotiation: { mode } });
  client.setRequestHandler('elicitation/create', async () => ({ action: 'accept', content: { name: 'Ada' } }));
  await client.connect(new StdioClientTransport(launch));
  return client;
}

describeEras(clients);
