/** The tools of the conformance suite for revision 2026-07-28, as a server of the revision before has them: what they ask is a request of its own. */
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { ElicitResultSchema } from '@modelcontextprotocol/sdk/types.js';

/** Runs one of the tools; resolves with the text of its answer. */
export type AskingTool = (server: Server) => Promise<string>;

const named = 'test_input_required_result_';

/** The tools by name. */
export const askingTools: Readonly<Record<string, AskingTool>> = {
  [`${named}elicitation`]: async (server) =>
    `Hello, ${JSON.stringify(await elicit(server, 'What is your name?', 'name'))}!`,
  [`${named}sampling`]: async (server) => JSON.stringify(await sample(server, 'What is the capital of France?')),
  [`${named}request_state`]: async (server) =>
    `state-ok ${JSON.stringify(await elicit(server, 'Please confirm', 'ok'))}`,
  [`${named}tampered_state`]: async (server) => JSON.stringify(await elicit(server, 'Please confirm', 'ok')),
  [`${named}multi_round`]: async (server) => {
    const name = await elicit(server, 'Step 1: What is your name?', 'name');
    return JSON.stringify([name, await elicit(server, 'Step 2: What is your favorite color?', 'color')]);
  },
  [`${named}capabilities`]: async (server) => JSON.stringify(await sample(server, 'What can you do?')),
  test_logging_tool: async (server) => {
    await server.sendLoggingMessage({ level: 'info', data: 'Logged.' });
    return 'Logged a line.';
  },
};

/** A tool whose argument is repeated in a header. */
export const headerTool = {
  name: 'test_x_mcp_header',
  description: 'Says where it runs.',
  inputSchema: {
    type: 'object' as const,
    properties: {
      region: { type: 'string', 'x-mcp-header': 'Region', description: 'Where to run.' },
      query: { type: 'string', description: 'What to look for.' },
    },
    required: ['region'],
  },
};

/** Asks the user for one text. */
export function elicit(server: Server, message: string, name: string) {
  const requestedSchema = { type: 'object', properties: { [name]: { type: name === 'ok' ? 'boolean' : 'string' } } };
  return server.request(
    { method: 'elicitation/create', params: { message, requestedSchema } } as never,
    ElicitResultSchema,
  );
}

function sample(server: Server, text: string) {
  return server.createMessage({ messages: [{ role: 'user', content: { type: 'text', text } }], maxTokens: 100 });
}
