// An MCP server over the successor of the MCP SDK: `stdio` or `http` as the first argument, `dual` or `modern` as the second.
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { createMcpHandler, inputRequired, inputResponse, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

const [kind, era] = process.argv.slice(2);
const text = (value) => ({
  content: [{ type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) }],
});
let notes = 'first';
let isGrown = false;
let notifier = { toolsChanged: () => undefined, resourceUpdated: () => undefined };

function makeServer() {
  const server = new McpServer(
    { name: 'sdk-server', version: '1.0.0' },
    { capabilities: { tools: {}, resources: { subscribe: true }, logging: {} }, instructions: 'Ask me.' },
  );
  server.registerTool('echo', { description: 'Echoes.', inputSchema: z.object({ text: z.string() }) }, (args) =>
    text(args.text),
  );
  server.registerTool('meta', { description: 'What came with the call.' }, (context) =>
    text(context.mcpReq?._meta ?? {}),
  );
  server.registerTool('ask', { description: 'Asks for a name.', inputSchema: z.object({}) }, (_args, context) => {
    const answer = inputResponse(context.mcpReq.inputResponses, 'who');
    if (answer.kind === 'elicit' && answer.action === 'accept') return text(`Hello ${String(answer.content.name)}`);
    if (answer.kind === 'elicit') return text(`Not told: ${answer.action}`);
    return inputRequired({
      inputRequests: {
        who: inputRequired.elicit({
          message: 'Who are you?',
          requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
        }),
      },
      requestState: 'asked',
    });
  });
  server.registerTool('think', { description: 'Has a model think.', inputSchema: z.object({}) }, (_args, context) => {
    const answer = inputResponse(context.mcpReq.inputResponses, 'thought');
    if (answer.kind !== 'missing') return text(answer.result.content);
    const messages = [{ role: 'user', content: { type: 'text', text: 'Think.' } }];
    return inputRequired({ inputRequests: { thought: inputRequired.createMessage({ messages, maxTokens: 10 }) } });
  });
  server.registerTool(
    'slow',
    { description: 'Reports progress, and waits.', inputSchema: z.object({}) },
    async (_args, context) => {
      const { progressToken } = context.mcpReq._meta ?? {};
      if (progressToken !== undefined)
        await context.mcpReq.notify({
          method: 'notifications/progress',
          params: { progressToken, progress: 1, total: 2 },
        });
      await new Promise((resolve) => context.mcpReq.signal.addEventListener('abort', resolve));
      process.stderr.write('slow was cancelled\n');
      return text('cancelled');
    },
  );
  server.registerTool('grow', { description: 'Adds a tool.', inputSchema: z.object({}) }, () => {
    isGrown = true;
    addGrown(server);
    notifier.toolsChanged();
    return text('grown');
  });
  server.registerTool(
    'write',
    { description: 'Changes the notes.', inputSchema: z.object({ text: z.string() }) },
    async (args) => {
      notes = args.text;
      if (kind === 'stdio') await server.server.sendResourceUpdated({ uri: 'test://notes' });
      else notifier.resourceUpdated('test://notes');
      return text('written');
    },
  );
  if (isGrown) addGrown(server);
  server.registerResource('notes', 'test://notes', { description: 'Notes.' }, () => ({
    contents: [{ uri: 'test://notes', text: notes }],
  }));
  server.registerPrompt('greet', { description: 'Greets.' }, () => ({
    messages: [{ role: 'user', content: { type: 'text', text: 'Hello.' } }],
  }));
  return server;
}

function addGrown(server) {
  server.registerTool('grown', { description: 'Came later.' }, () => text('here'));
}

const options = { legacy: era === 'modern' ? 'reject' : kind === 'stdio' ? 'serve' : 'stateless' };
if (kind === 'stdio') serveStdio(makeServer, options);
else {
  const handler = createMcpHandler(makeServer, options);
  notifier = handler.notify;
  const serve = async (request, response) => {
    const url = `http://127.0.0.1${request.url}`;
    const body = ['GET', 'HEAD'].includes(request.method) ? {} : { body: Readable.toWeb(request), duplex: 'half' };
    const closed = new AbortController();
    response.on('close', () => closed.abort());
    const init = { method: request.method, headers: request.headers, signal: closed.signal, ...body };
    const answer = await handler.fetch(new Request(url, init));
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    if (answer.body === null) response.end();
    else
      Readable.fromWeb(answer.body)
        .on('error', () => response.destroy())
        .pipe(response);
  };
  const server = createServer((request, response) => void serve(request, response));
  server.listen(0, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${server.address().port}/mcp\n`));
}
