import type { AgentToolCall } from '@modegate/agent-policies';

/** Returns a call to the shell. */
export function bash(command: string): AgentToolCall {
  return { tool: 'bash', arguments: { command } };
}

/** Returns a call to `read`. */
export function read(filePath: string): AgentToolCall {
  return { tool: 'read', arguments: { filePath } };
}

/** Returns a call to `write`. */
export function write(filePath: string): AgentToolCall {
  return { tool: 'write', arguments: { filePath } };
}

/** Returns a call that starts a subagent. */
export function task(subagent: string): AgentToolCall {
  return { tool: 'task', arguments: { subagent_type: subagent } };
}

/** A call that writes the list of tasks. */
export const todo: AgentToolCall = { tool: 'todowrite', arguments: {} };

/** Returns a call with a patch. */
export function patch(...lines: readonly string[]): AgentToolCall {
  return { tool: 'apply_patch', arguments: { patchText: ['*** Begin Patch', ...lines, '*** End Patch'].join('\n') } };
}

/** Returns calls to the shell, at most 25 per batch. */
export function inBatches(commands: readonly string[]): readonly (readonly AgentToolCall[])[] {
  const size = 25;
  return Array.from({ length: Math.ceil(commands.length / size) }, (_, at) =>
    commands.slice(at * size, (at + 1) * size).map(bash),
  );
}

/** Calls to every usual tool. */
export const mixedCalls: readonly AgentToolCall[] = [
  ...['zz a', 'qq', 'ls', 'git status'].map(bash),
  ...['n.txt', 'src/n.ts', '<parent>/other/n.txt'].map(write),
  ...['README.md', '.env', '<parent>/other/o.txt'].map(read),
  { tool: 'glob', arguments: { pattern: '*.md' } },
  { tool: 'glob', arguments: { pattern: '*.ts', path: '<parent>/other' } },
  { tool: 'grep', arguments: { pattern: 'hello' } },
  { tool: 'grep', arguments: { pattern: 'hell', path: '<parent>/other' } },
  { tool: 'grep', arguments: { pattern: 'hello', path: '<parent>/other/o.txt' } },
  { tool: 'webfetch', arguments: { url: 'http://127.0.0.1:9/' } },
  todo,
  task('general'),
];
