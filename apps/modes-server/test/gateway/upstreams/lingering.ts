/**
 * An upstream that does not end as it should: `lingering.ts [stays] [ignores] [child] [silent]`. Its one tool is `ping`; `hang` is a call that
 * it never answers.
 */
import { spawn } from 'node:child_process';
import { answer, greeting, receive, text } from './stdio-peer.ts';

const traits = new Set(process.argv.slice(2));

const deaf = "process.on('SIGTERM', () => undefined); setInterval(() => undefined, 1000)";

// Neither the end of its input …
if (traits.has('stays')) {
  setInterval(() => undefined, 1000);
  process.exit = (() => undefined) as unknown as typeof process.exit;
}
// … nor a request to end ends it; or it ends, and what it has started does not.
if (traits.has('ignores')) for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(name, () => undefined);
if (traits.has('child')) spawn(process.execPath, ['-e', deaf], { stdio: 'ignore' });

receive((message) => {
  if (traits.has('silent') || message.id === undefined) return;
  if (message.method === 'initialize') answer(message, greeting('lingering', message));
  else if (message.method === 'tools/list') answer(message, { tools: ['ping', 'hang'].map(tool) });
  else if (message.method !== 'tools/call') answer(message, {});
  else if (message.params.name === 'ping') answer(message, text('pong'));
});

function tool(name: string): object {
  return { name, inputSchema: { type: 'object' } };
}
