import {
  createServer,
  definePrompt,
  defineResource,
  defineTool,
  type ProtocolServer,
  type Schedule,
  type ServerOptions,
  type ToolDefinition,
  toolResult,
} from '@modegate/mcp-protocol';
import { z } from 'zod';

export const MODES = ['architect', 'ask', 'code', 'debug'];

export const echo: ToolDefinition = defineTool({
  name: 'echo',
  title: 'Echo',
  description: 'Says it again.',
  annotations: { readOnlyHint: true },
  input: z.object({ text: z.string().describe('What to say'), times: z.int().min(1).max(5).optional() }),
  output: z.object({ said: z.string() }),
  call: ({ text, times = 1 }) => {
    const said = Array.from({ length: times }, () => text).join(' ');
    return toolResult({ text: said, structured: { said }, metadata: { length: said.length } });
  },
});

export const modeResource = defineResource({
  template: 'mode://{slug}',
  name: 'mode',
  description: 'One mode.',
  mimeType: 'application/json',
  list: () => MODES.map((slug) => ({ uri: `mode://${slug}`, name: slug })),
  complete: ({ value }) => MODES.filter((slug) => slug.startsWith(value)),
  read: ({ variables }) =>
    MODES.includes(variables.slug ?? '') ? JSON.stringify({ slug: variables.slug }) : undefined,
});

export const reviewPrompt = definePrompt({
  name: 'review',
  description: 'Asks for a review.',
  arguments: [{ name: 'file', description: 'The file', required: true }, { name: 'depth' }],
  complete: ({ name, others }) => (name === 'depth' ? ['quick', 'deep'] : [`of ${Object.keys(others).join()}`]),
  get: ({ file = '', depth = 'quick' }) => `Review ${file} (${depth}).`,
});

/** A server with one of everything; each part can be replaced. */
export function sampleServer(options: Partial<ServerOptions> = {}): ProtocolServer {
  return createServer({
    info: { name: 'sample', version: '1.2.3', title: 'Sample' },
    instructions: 'Use echo.',
    tools: [echo],
    resources: [
      defineResource({
        uri: 'mode://all',
        name: 'all',
        description: 'All modes.',
        mimeType: 'text/plain',
        read: () => MODES.join('\n'),
      }),
      modeResource,
    ],
    prompts: [reviewPrompt],
    ...options,
  });
}

/** A tool without input that does whatever it is told. */
export function tool(name: string, call: ToolDefinition['call']): ToolDefinition {
  return { name, description: `${name} of the test`, call };
}

/** A promise with its handles. */
export function deferred<Value = void>(): {
  readonly promise: Promise<Value>;
  readonly resolve: (value: Value) => void;
} {
  let resolve: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/** A server whose tool `wait` says that it is `running`, and answers after `go`. */
export function waitingServer() {
  const [go, running] = [deferred(), deferred()];
  const wait = tool('wait', async () => {
    running.resolve();
    await go.promise;
    return { content: [{ type: 'text', text: 'worth waiting for' }] };
  });
  return { server: sampleServer({ tools: [wait] }), go, running, call: callOfWait };
}

const callOfWait = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'wait' } };

/** A schedule that runs only when the test says so. */
export function manualSchedule(): { readonly schedule: Schedule; readonly delays: readonly number[]; runAll(): void } {
  const waiting = new Set<() => void>();
  const delays: number[] = [];
  return {
    delays,
    schedule: (run, delayMs) => {
      delays.push(delayMs);
      waiting.add(run);
      return () => waiting.delete(run);
    },
    runAll: () => {
      const due = Array.from(waiting);
      waiting.clear();
      for (const run of due) run();
    },
  };
}

/** Lets everything that is due in this and the next turns of the event loop happen. */
export async function turns(count = 3): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
}
