import type { Adapter, CommandAdapter } from './adapter.ts';
import type { CommandAgent, PluginAgent } from './agent-names.ts';
import { claudeCode } from './agents/claude-code.ts';
import { cline } from './agents/cline.ts';
import { codex } from './agents/codex.ts';
import { copilot } from './agents/copilot.ts';
import { cursor } from './agents/cursor.ts';
import { gemini } from './agents/gemini.ts';
import { kilo, opencode } from './agents/opencode.ts';
import { qwen } from './agents/qwen.ts';

/** @internal The adapter of each agent. */
export const adapters: Readonly<Record<CommandAgent, CommandAdapter> & Record<PluginAgent, Adapter>> = {
  'claude-code': claudeCode,
  cline,
  codex,
  copilot,
  cursor,
  gemini,
  kilo,
  opencode,
  qwen,
};
