// An MCP server without any library, that behaves as its first argument says.
import { createInterface } from 'node:readline';

const behaviour = process.argv[2];
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
let tools = 0;

const results = {
  initialize: () => ({
    protocolVersion: '2025-11-25',
    capabilities: { tools: { listChanged: true } },
    serverInfo: { name: behaviour, version: '1.0.0' },
  }),
  ping: () => ({}),
  'tools/list': () => ({
    tools: Array.from({ length: 2 }, (_, index) => ({
      name: `tool-${behaviour === 'changing' ? tools + index : index}`,
      inputSchema: { type: 'object' },
    })),
  }),
  'tools/call': ({ name }) => ({ content: [{ type: 'text', text: process.env[name] ?? 'nothing' }] }),
};

const behaviours = {
  polite() {},
  hanging() {
    results.initialize = undefined;
    // Not even the end of its input or a polite signal ends it.
    process.on('SIGTERM', () => {});
    setInterval(() => {}, 1_000);
  },
  dying() {
    process.stderr.write('No licence found.\n');
    process.exit(3);
  },
  garbage() {
    const spout = () => process.stdout.write('Listening…\n{"half": \n\u0000\u0001\n[]\n"text"\n{"jsonrpc":"2.0"}\n');
    spout();
    setInterval(spout, 5).unref();
  },
  flooding() {
    const params = { level: 'info', data: 'x'.repeat(200) };
    const flood = () => {
      for (let message = 0; message < 50; message += 1) send({ method: 'notifications/message', params });
      process.stderr.write('a line\n'.repeat(50));
    };
    setInterval(flood, 5).unref();
  },
  changing() {
    const change = () => {
      tools += 1;
      send({ method: 'notifications/tools/list_changed' });
    };
    setInterval(change, 2).unref();
  },
};

process.stderr.write(`pid ${process.pid}\n`);
behaviours[behaviour]();
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  if (Object.hasOwn(results, method)) {
    if (results[method] !== undefined) send({ id, result: results[method](params) });
  } else send({ id, error: { code: -32601, message: 'Method not found' } });
});
