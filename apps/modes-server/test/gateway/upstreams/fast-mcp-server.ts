/** An upstream built with FastMCP, a framework of others: a tool, a failing tool, a resource, a template and a prompt. */
import { FastMCP, UserError } from 'fastmcp';
import * as z from 'zod';

const server = new FastMCP({ name: 'fast', version: '1.0.0' });

server.addTool({
  name: 'add',
  description: 'Adds two numbers.',
  parameters: z.object({ a: z.number(), b: z.number() }),
  annotations: { readOnlyHint: true, title: 'Add' },
  execute: async ({ a, b }) => String(a + b),
});
server.addTool({
  name: 'divide',
  description: 'Divides two numbers.',
  parameters: z.object({ a: z.number(), b: z.number() }),
  execute: async ({ a, b }, { reportProgress }) => {
    await reportProgress({ progress: 1, total: 2 });
    if (b === 0) throw new UserError('Nobody divides by zero.');
    return String(a / b);
  },
});
server.addResource({
  uri: 'fast://notes',
  name: 'notes',
  mimeType: 'text/plain',
  load: async () => ({ text: 'Remember the milk.' }),
});
server.addResourceTemplate({
  uriTemplate: 'fast://notes/{day}',
  name: 'notes of a day',
  mimeType: 'text/plain',
  arguments: [{ name: 'day', required: true }],
  load: async ({ day }) => ({ text: `Notes of ${day}` }),
});
server.addPrompt({
  name: 'greet',
  description: 'Greets somebody.',
  arguments: [{ name: 'who', required: true }],
  load: async ({ who }) => `Greet ${who}.`,
});

await server.start({ transportType: 'stdio' });
