import { createServer, defineTool, toolResult, wireError } from '@modegate/mcp-protocol';
import { connectInMemory } from '@modegate/mcp-protocol/testing';
import { expect, test } from 'vitest';
import { z } from 'zod';

const echo = defineTool({
  name: 'echo',
  title: 'Echo',
  description: 'Says it again.',
  input: z.object({ text: z.string().describe('What to say') }),
  output: z.object({ text: z.string() }),
  call: ({ text }) => toolResult({ text, structured: { text, secret: 1 }, metadata: { length: text.length } }),
});
const failing = defineTool({
  name: 'failing',
  description: 'Fails.',
  call: () => {
    throw wireError('MODE_NOT_FOUND', 'No mode x.', { mode: 'x' });
  },
});

test('smoke', async () => {
  const server = createServer({ info: { name: 's', version: '1' }, tools: [echo, failing] });
  const client = await connectInMemory(server);
  expect(client.initialized).toMatchInlineSnapshot(`
    {
      "capabilities": {
        "logging": {},
        "tools": {
          "listChanged": true,
        },
      },
      "protocolVersion": "2025-11-25",
      "serverInfo": {
        "name": "s",
        "version": "1",
      },
    }
  `);
  expect(await client.listTools()).toMatchInlineSnapshot(`
    [
      {
        "description": "Says it again.",
        "inputSchema": {
          "$schema": "https://json-schema.org/draft/2020-12/schema",
          "additionalProperties": false,
          "properties": {
            "text": {
              "description": "What to say",
              "type": "string",
            },
          },
          "required": [
            "text",
          ],
          "type": "object",
        },
        "name": "echo",
        "outputSchema": {
          "$schema": "https://json-schema.org/draft/2020-12/schema",
          "additionalProperties": false,
          "properties": {
            "text": {
              "type": "string",
            },
          },
          "required": [
            "text",
          ],
          "type": "object",
        },
        "title": "Echo",
      },
      {
        "description": "Fails.",
        "inputSchema": {
          "$schema": "https://json-schema.org/draft/2020-12/schema",
          "additionalProperties": false,
          "properties": {},
          "type": "object",
        },
        "name": "failing",
      },
    ]
  `);
  expect(await client.callTool('echo', { text: 'hi' })).toMatchInlineSnapshot(`
    {
      "_meta": {
        "io.github.modegate/metadata": {
          "length": 2,
        },
      },
      "content": [
        {
          "text": "hi",
          "type": "text",
        },
      ],
      "metadata": {
        "length": 2,
      },
      "structuredContent": {
        "text": "hi",
      },
    }
  `);
  expect(await client.callTool('echo', { txet: 'hi' })).toMatchInlineSnapshot(`
    {
      "content": [
        {
          "text": "Invalid arguments for tool 'echo': text: expected a string; received nothing; txet: expected only text; received an unknown key with "hi" (did you mean 'text'?).",
          "type": "text",
        },
      ],
      "isError": true,
      "structuredContent": {
        "error": {
          "code": -32004,
          "data": {
            "problems": [
              {
                "expected": "a string",
                "path": "text",
                "received": "nothing",
              },
              {
                "expected": "only text",
                "path": "txet",
                "received": "an unknown key with "hi"",
                "suggestion": "text",
              },
            ],
            "tool": "echo",
          },
          "message": "Invalid arguments for tool 'echo': text: expected a string; received nothing; txet: expected only text; received an unknown key with "hi" (did you mean 'text'?).",
          "name": "VALIDATION_ERROR",
        },
      },
    }
  `);
  expect(await client.callTool('failing', {})).toMatchInlineSnapshot(`
    {
      "content": [
        {
          "text": "No mode x.",
          "type": "text",
        },
      ],
      "isError": true,
      "structuredContent": {
        "error": {
          "code": -32001,
          "data": {
            "mode": "x",
          },
          "message": "No mode x.",
          "name": "MODE_NOT_FOUND",
        },
      },
    }
  `);
  await expect(client.callTool('ecko', {})).rejects.toMatchObject({ code: -32602 });
  await expect(client.request('tools/lst', {})).rejects.toMatchObject({ code: -32601 });
});
