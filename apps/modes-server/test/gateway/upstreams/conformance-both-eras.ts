/** Tools that the conformance suite asks for, as a server of both eras has them that asks in the way of each: a request up to 2025-11-25, an answer from 2026-07-28 on. */
import {
  type CallToolResult,
  inputRequired,
  inputResponse,
  McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

type Properties = Record<string, Record<string, unknown>>;

serveStdio(() => {
  const server = new McpServer({ name: 'both-eras', version: '1.0.0' }, { capabilities: { tools: {}, logging: {} } });
  const asked = (name: string, properties: Properties) =>
    server.registerTool(name, { description: 'Asks by a request of its own.' }, async () => pushed(server, properties));
  server.registerTool('test_simple_text', { description: 'Answers.' }, () => text('A simple text.'));
  server.registerTool('test_logging_tool', { description: 'Logs a line.' }, async (context) => {
    await context.mcpReq.log('info', 'Logged.');
    return text('Logged a line.');
  });
  server.registerTool('test_missing_capability', { description: 'Needs a model.' }, (context) => needModel(context));
  for (const name of ['test_input_required_result_elicitation', 'test_streaming_elicitation'])
    server.registerTool(name, { description: 'Asks for a name by its answer.' }, (context) => askName(context));
  server.registerTool(
    'test_sampling',
    { description: 'Asks a model by a request of its own.', inputSchema: z.object({ prompt: z.string() }) },
    async ({ prompt }) => {
      const messages = [{ role: 'user' as const, content: { type: 'text' as const, text: prompt } }];
      const { content } = await server.server.createMessage({ messages, maxTokens: 100 });
      return text(`LLM response: ${JSON.stringify(content)}`);
    },
  );
  server.registerTool(
    'test_elicitation',
    { description: 'Asks the user by a request of its own.', inputSchema: z.object({ message: z.string() }) },
    () => pushed(server, { username: { type: 'string' }, email: { type: 'string' } }),
  );
  asked('test_elicitation_sep1034_defaults', {
    name: { type: 'string', default: 'John Doe' },
    age: { type: 'integer', default: 30 },
    score: { type: 'number', default: 95.5 },
    status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean', default: true },
  });
  asked('test_elicitation_sep1330_enums', {
    untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
    titledSingle: { type: 'string', oneOf: titled('First', 'Second', 'Third') },
    legacyEnum: { type: 'string', enum: ['opt1', 'opt2'], enumNames: ['Option One', 'Option Two'] },
    untitledMulti: { type: 'array', items: { type: 'string', enum: ['option1', 'option2', 'option3'] } },
    titledMulti: { type: 'array', items: { anyOf: titled('First', 'Second', 'Third') } },
  });
  return server;
});

async function pushed(server: McpServer, properties: Properties): Promise<CallToolResult> {
  const requestedSchema = { type: 'object', properties } as never;
  const answer = await server.server.elicitInput({ message: 'Please fill in', requestedSchema });
  return text(`User response: action=${answer.action}, content=${JSON.stringify(answer.content)}`);
}

function askName(context: ServerContext) {
  const answer = inputResponse(context.mcpReq.inputResponses, 'user_name');
  if (answer.kind !== 'missing') return text(`Hello, ${JSON.stringify(answer)}!`);
  const requestedSchema = {
    type: 'object' as const,
    properties: { name: { type: 'string' as const } },
    required: ['name'],
  };
  return inputRequired({
    inputRequests: { user_name: inputRequired.elicit({ message: 'What is your name?', requestedSchema }) },
  });
}

function needModel({ mcpReq }: ServerContext) {
  if (inputResponse(mcpReq.inputResponses, 'thought').kind !== 'missing') return text('There is a model.');
  const messages = [{ role: 'user' as const, content: { type: 'text' as const, text: 'Think.' } }];
  return inputRequired({ inputRequests: { thought: inputRequired.createMessage({ messages, maxTokens: 10 }) } });
}

function titled(...titles: readonly string[]) {
  return titles.map((title, index) => ({ const: `value${index + 1}`, title }));
}

function text(value: string): CallToolResult {
  return { content: [{ type: 'text', text: value }] };
}
