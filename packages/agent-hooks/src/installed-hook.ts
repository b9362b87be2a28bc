import type { JsonObject } from '@modegate/json';
import type { CommandAgent } from './agent-names.ts';

/** The owner of the file to which a hook is written: the project, the user, or the machine's owner. */
export type HookScope = 'project' | 'global' | 'managed';

/** The location of an agent's hooks, and the form in which the agent expects a command. */
export interface InstalledHook {
  /** Path of the file for each scope, relative to the project or the user's home folder. */
  readonly files: Readonly<Record<'project' | 'global', string>>;
  /**
   * Absolute path of the machine owner's file for each platform; no user setting or flag causes the hooks in this file
   * to be skipped.
   */
  readonly managed?: Readonly<Partial<Record<string, string>>>;
  readonly event: string;
  /** Content of the file other than the hooks. */
  readonly base?: JsonObject;
  /**
   * Returns the item for the event's list. The item applies to every tool and enables the agent's fail-closed setting,
   * if there is one.
   */
  readonly toItem: (command: string) => JsonObject;
  /**
   * Returns the item for a hook to which a server responds, with the agent's fail-closed setting enabled. Absent if an
   * agent has no such hooks, or none that fail closed.
   */
  readonly toHttpItem?: (address: HookAddress) => JsonObject;
  /**
   * Warnings for the user about cases in which the hook is skipped, or in which calls are allowed because of a failure.
   */
  readonly warnings: readonly string[];
}

/** The address of a server that responds to a hook. */
export interface HookAddress {
  readonly url: string;
  /** The variable in the agent's environment that contains the token. */
  readonly tokenVariable: string;
}

// In seconds; the hook's own time limit is lower.
const timeout = 30;

/** Each agent's hook, as written to the agent's own file. */
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
      'With --bare, --safe-mode, --restricted or disableAllHooks, Claude Code runs only hooks with the managed scope. Versions before 2.1.295 let a call run when a hook fails.',
    ],
  },
  codex: {
    files: { project: '.codex/hooks.json', global: '.codex/hooks.json' },
    event: 'PreToolUse',
    toItem: (command) => ({ matcher: '.*', hooks: [{ type: 'command', command, timeout }] }),
    warnings: [
      'Codex silently skips this hook until it is trusted. Install the hook with --trust, or run /hooks in Codex. Repeat this after every change to the hook.',
      'Codex reads project hooks only in a trusted project, and lets a call run when a hook fails or takes too long.',
    ],
  },
  copilot: {
    files: { project: '.github/hooks/modegate.json', global: '.copilot/hooks/modegate.json' },
    event: 'preToolUse',
    base: { version: 1 },
    toItem: (command) => ({ type: 'command', bash: command, timeoutSec: timeout }),
    warnings: [
      'Copilot CLI silently skips project hooks until the project folder is trusted (--trust-folder), and lets a call run when a hook takes too long.',
    ],
  },
  cursor: {
    files: { project: '.cursor/hooks.json', global: '.cursor/hooks.json' },
    event: 'preToolUse',
    base: { version: 1 },
    toItem: (command) => ({ command, timeout, failClosed: true }),
    warnings: [
      "Not verified: this hook follows Cursor's documentation and has never been run in Cursor. Before you rely on it, test it with a call that must be refused.",
      'Cursor does not report the MCP server of a call, so every configured server must allow the tool.',
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
      'Gemini CLI reads project hooks only in a trusted folder, and lets a call run when a hook fails or takes too long.',
    ],
  },
  qwen: {
    files: { project: '.qwen/settings.json', global: '.qwen/settings.json' },
    event: 'PreToolUse',
    toItem: (command) => ({ matcher: '*', hooks: [{ type: 'command', command, timeout: timeout * 1000 }] }),
    warnings: ['Qwen Code runs no hooks with --safe-mode, and lets a call run when a hook fails or takes too long.'],
  },
};
