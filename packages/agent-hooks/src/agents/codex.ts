import { codexTools } from '@modegate/agent-tools';
import { type CommandAdapter, denyNested, readSnakeCase } from '../adapter.ts';

const replaceHyphens = (name: string): string => name.replaceAll(/[^\w*?]/g, '_');

/** Codex CLI, observed at 0.169.0. It lets a call run when an answer has no reason, or has keys that it does not know. */
export const codex: CommandAdapter = {
  agent: 'codex',
  events: ['PreToolUse'],
  readFields: readSnakeCase,
  tools: codexTools,
  prefixOf: (server) => `mcp__${replaceHyphens(server)}__`,
  mcpPrefix: 'mcp__',
  renameTool: replaceHyphens,
  deny: denyNested,
};
