import type { Adapter, AgentName } from './adapter.ts';
import { claudeCode } from './agents/claude-code.ts';
import { codex } from './agents/codex.ts';
import { copilot } from './agents/copilot.ts';
import { gemini } from './agents/gemini.ts';
import { qwen } from './agents/qwen.ts';

/** @internal The adapter of each agent. */
export const adapters: Readonly<Record<AgentName, Adapter>> = {
  'claude-code': claudeCode,
  codex,
  copilot,
  gemini,
  qwen,
};
