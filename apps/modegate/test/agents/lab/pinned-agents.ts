import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { TestedAgent } from './agent-start.ts';

/** An agent at the version that the tests know, and where its package keeps the program. */
export interface PinnedAgent {
  readonly title: string;
  readonly package: string;
  readonly version: string;
  /** Relative to the folder of the installation. Scripts are started with this Node. */
  readonly program: string;
}

const platform = `${process.platform}-${process.arch}`;

/** Every agent that `pnpm test:agents` installs. Their install scripts are never run. */
export const pinnedAgents: Readonly<Record<TestedAgent, PinnedAgent>> = {
  'claude-code': {
    title: 'Claude Code',
    package: '@anthropic-ai/claude-code',
    version: '2.1.330',
    program: `node_modules/@anthropic-ai/claude-code-${platform}/claude`,
  },
  cline: {
    title: 'Cline CLI',
    package: 'cline',
    version: '3.0.65',
    program: `node_modules/@cline/cli-${platform}/bin/cline`,
  },
  codex: {
    title: 'Codex CLI',
    package: '@openai/codex',
    version: '0.169.0',
    program: 'node_modules/@openai/codex/bin/codex.js',
  },
  copilot: {
    title: 'Copilot CLI',
    package: '@github/copilot',
    version: '1.0.102',
    program: 'node_modules/@github/copilot/npm-loader.js',
  },
  gemini: {
    title: 'Gemini CLI',
    package: '@google/gemini-cli',
    version: '0.61.0',
    program: 'node_modules/@google/gemini-cli/bundle/gemini.js',
  },
  kilo: {
    title: 'Kilo CLI',
    package: '@kilocode/cli',
    version: '7.7.7',
    program: `node_modules/@kilocode/cli-${platform}/bin/kilo`,
  },
  opencode: {
    title: 'opencode',
    package: 'opencode-ai',
    version: '1.18.33',
    program: `node_modules/opencode-${platform}/bin/opencode`,
  },
  qwen: {
    title: 'Qwen Code',
    package: '@qwen-code/qwen-code',
    version: '0.24.4',
    program: 'node_modules/@qwen-code/qwen-code/cli-entry.js',
  },
};

/** The folder of one installed agent, below the one that holds them all. */
export function agentFolder(folder: string, { package: name, version }: PinnedAgent): string {
  return `${folder}/${name.replaceAll(/[^\w-]+/g, '_')}-${version}`;
}

/** Whether an agent is in the folder that `pnpm test:agents` names. */
export function isInstalled(agent: PinnedAgent): boolean {
  const folder = process.env.MODEGATE_AGENTS_FOLDER;
  return folder !== undefined && existsSync(join(agentFolder(folder, agent), agent.program));
}
