import type { JsonObject } from '@modegate/json';
import type { CommandAgent } from './agent-names.ts';

/** Owner of the file with a hook: the project, the user, or the machine's owner. */
export type HookScope = 'project' | 'global' | 'managed';

/** Location and form of the hooks of an agent. */
export interface InstalledHook {
  /** By scope: a path relative to the project or the user's home folder. */
  readonly files: Readonly<Record<'project' | 'global', string>>;
  /** By platform: the absolute file of the machine's owner, whose hooks no setting or flag of a user skips. */
  readonly managed?: Readonly<Partial<Record<string, string>>>;
  readonly event: string;
  /** Content of the file besides its hooks. */
  readonly base?: JsonObject;
  /**
   * Builds the item of the event's list; it applies to every tool and sets the agent's fail-closed switch if there is
   * one.
   */
  readonly toItem: (command: string) => JsonObject;
  /**
   * Builds the item of a hook that a server answers, with the fail-closed switch on. Absent if the agent has no such
   * hooks, or none that fail closed.
   */
  readonly toHttpItem?: (address: HookAddress) => JsonObject;
  /** What the user should know: where the hook is skipped or a failure lets calls run. */
  readonly warnings: readonly string[];
}

/** Where a server answers a hook. */
export interface HookAddress {
  readonly url: string;
  /** The variable of the agent's environment that holds the token. */
  readonly tokenVariable: string;
}

// In seconds; the hook's own limit is below it.
const timeout = 30;

/** The hook of each agent, as it is written to the agent's own file. */
export const installedHooks: Readonly<Record<CommandAgent, InstalledHook>> = {
  'claude-code': {
    files: { project: '.claude/settings.local.json', global: '.claude/settings.json' },
    managed: {
      linux: '/etc/claude-code/managed-settings.json',
      darwin: '/Library/Application Support/ClaudeCode/managed-settings.json',
    },
    event: 'PreToolUse',
    toItem: (command) => ({ matcher: '*', hooks: [{ type: 'command', command, timeout, onFailure: 'block' }] }),
    toHttpItem: ({ url, tokenVariable }) => ({
      matcher: '*',
      hooks: [
        {
          type: 'http',
          url,
          headers: { Authorization: `Bearer \${${tokenVariable}}` },
          allowedEnvVars: [tokenVariable],
          timeout,
          onFailure: 'block',
        },
      ],
    }),
    warnings: [
      'With --bare, --safe-mode, --restricted or disableAllHooks, Claude Code runs only hooks of the scope managed. Versions before 2.1.295 let a call run when a hook fails.',
    ],
  },
  codex: {
    files: { project: '.codex/hooks.json', global: '.codex/hooks.json' },
    event: 'PreToolUse',
    toItem: (command) => ({ matcher: '.*', hooks: [{ type: 'command', command, timeout }] }),
    warnings: [
      'Codex silently skips this hook until it is trusted: install it with --trust, or run /hooks in Codex. Do so again after every change to it.',
      'Codex reads the hooks of a project only in a trusted project, and lets a call run when a hook fails or takes too long.',
    ],
  },
  copilot: {
    files: { project: '.github/hooks/modegate.json', global: '.copilot/hooks/modegate.json' },
    event: 'preToolUse',
    base: { version: 1 },
    toItem: (command) => ({ type: 'command', bash: command, timeoutSec: timeout }),
    warnings: [
      'Copilot CLI silently skips the hooks of a project until its folder is trusted (--trust-folder), and lets a call run when a hook takes too long.',
    ],
  },
  cursor: {
    files: { project: '.cursor/hooks.json', global: '.cursor/hooks.json' },
    event: 'preToolUse',
    base: { version: 1 },
    toItem: (command) => ({ command, timeout, failClosed: true }),
    warnings: [
      "Not verified: this hook follows Cursor's documentation and has never been run in Cursor. Try a call that must be refused before you rely on it.",
      'Cursor does not name the MCP server of a call, so every configured server must allow the tool.',
    ],
  },
  gemini: {
    files: { project: '.gemini/settings.json', global: '.gemini/settings.json' },
    event: 'BeforeTool',
    toItem: (command) => ({
      matcher: '.*',
      hooks: [{ type: 'command', name: 'modegate', command, timeout: timeout * 1000 }],
    }),
    warnings: [
      'Gemini CLI reads the hooks of a project only in a trusted folder, and lets a call run when a hook fails or takes too long.',
    ],
  },
  qwen: {
    files: { project: '.qwen/settings.json', global: '.qwen/settings.json' },
    event: 'PreToolUse',
    toItem: (command) => ({ matcher: '*', hooks: [{ type: 'command', command, timeout: timeout * 1000 }] }),
    warnings: ['Qwen Code runs no hooks with --safe-mode, and lets a call run when a hook fails or takes too long.'],
  },
};
