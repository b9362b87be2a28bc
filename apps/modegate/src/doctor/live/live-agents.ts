import type { AgentName } from '@modegate/agent-hooks';
import type { ToolUse } from './dialects/dialect.ts';

/**
 * Method for directing an agent to a model on loopback, using only flags and environment variables and without touching
 * the agent's settings.
 */
export interface LiveAgent {
  /** Name of the agent's program. */
  readonly program: string;
  readonly env: (modelUrl: string) => Readonly<Record<string, string>>;
  readonly args: (prompt: string, modelUrl: string) => readonly string[];
  /** Returns the tool call with which the model writes a new file. */
  readonly write: (path: string) => ToolUse;
}

const writeFile = (path: string): ToolUse => ({ name: 'write_file', input: { file_path: path, content: 'x' } });

/** Returns settings that override all settings files of opencode and Kilo. */
function toOpencodeConfig(modelUrl: string): string {
  const options = { baseURL: `${modelUrl}/v1`, apiKey: 'none' };
  const models = { scripted: { name: 'scripted' } };
  const scripted = { npm: '@ai-sdk/openai-compatible', name: 'Modegate', options, models };
  return JSON.stringify({ model: 'scripted/scripted', small_model: 'scripted/scripted', provider: { scripted } });
}

function opencodeLike(program: 'kilo' | 'opencode'): LiveAgent {
  const prefix = program.toUpperCase();
  return {
    program,
    env: (modelUrl) => ({
      [`${prefix}_CONFIG_CONTENT`]: toOpencodeConfig(modelUrl),
      [`${prefix}_DISABLE_AUTOUPDATE`]: '1',
      [`${prefix}_DISABLE_MODELS_FETCH`]: '1',
    }),
    args: (prompt) => ['run', '--format', 'json', prompt],
    write: (path) => ({ name: 'write', input: { filePath: path, content: 'x' } }),
  };
}

/** Agents that can be directed to a model on loopback. */
export const liveAgents = {
  'claude-code': {
    program: 'claude',
    env: (modelUrl) => ({
      ANTHROPIC_BASE_URL: modelUrl,
      ANTHROPIC_API_KEY: 'none',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      DISABLE_TELEMETRY: '1',
      DISABLE_ERROR_REPORTING: '1',
    }),
    args: (prompt) => ['-p', prompt, '--output-format', 'json', '--strict-mcp-config', '--allowedTools', 'Write'],
    write: (path) => ({ name: 'Write', input: { file_path: path, content: 'x' } }),
  },
  codex: {
    program: 'codex',
    env: () => ({ MODEGATE_DOCTOR_KEY: 'none' }),
    args: (prompt, modelUrl) => [
      'exec',
      '--skip-git-repo-check',
      '--json',
      '-m',
      'gpt-5.5',
      '-c',
      'model_provider="modegate"',
      '-c',
      `model_providers.modegate={ name = "Modegate", base_url = "${modelUrl}/v1", wire_api = "responses", env_key = "MODEGATE_DOCTOR_KEY" }`,
      prompt,
    ],
    write: (path) => ({ name: 'apply_patch', input: `*** Begin Patch\n*** Add File: ${path}\n+x\n*** End Patch\n` }),
  },
  copilot: {
    program: 'copilot',
    env: (modelUrl) => ({
      COPILOT_OFFLINE: 'true',
      COPILOT_PROVIDER_BASE_URL: `${modelUrl}/v1`,
      COPILOT_PROVIDER_API_KEY: 'none',
      COPILOT_MODEL: 'scripted',
      COPILOT_AUTO_UPDATE: 'false',
    }),
    args: (prompt) => ['-p', prompt, '--allow-all-tools', '--output-format', 'json'],
    write: (path) => ({ name: 'create', input: { path, file_text: 'x' } }),
  },
  gemini: {
    program: 'gemini',
    env: (modelUrl) => ({ GEMINI_API_KEY: 'none', GOOGLE_GEMINI_BASE_URL: modelUrl }),
    args: (prompt) => ['--approval-mode', 'yolo', '-m', 'gemini-2.5-flash', '-p', prompt, '-o', 'json'],
    write: writeFile,
  },
  kilo: opencodeLike('kilo'),
  opencode: opencodeLike('opencode'),
  qwen: {
    program: 'qwen',
    env: (modelUrl) => ({ OPENAI_API_KEY: 'none', OPENAI_BASE_URL: `${modelUrl}/v1`, OPENAI_MODEL: 'scripted' }),
    args: (prompt) => ['--auth-type', 'openai', '--approval-mode', 'yolo', '-p', prompt, '-o', 'json'],
    write: writeFile,
  },
} satisfies Readonly<Partial<Record<AgentName, LiveAgent>>>;
