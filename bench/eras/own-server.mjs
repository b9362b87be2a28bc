import { z } from 'zod';
import { serveHttp } from '../../packages/mcp-protocol/dist/http/index.js';
import { createServer, defineTool, toolResult } from '../../packages/mcp-protocol/dist/index.js';
import { serveStdio } from '../../packages/mcp-protocol/dist/stdio/index.js';

// The least a server on mcp-protocol can be; it speaks both eras.
const echo = defineTool({
  name: 'echo',
  description: 'Says it back',
  input: z.object({ text: z.string() }),
  call: ({ text }) => toolResult({ text }),
});
const server = createServer({ info: { name: 'own', version: '0.0.0' }, tools: [echo] });

if (process.argv[2] === 'stdio') await serveStdio(server, { signals: true });
else process.stderr.write(`Serving on ${(await serveHttp(server)).url}\n`);
