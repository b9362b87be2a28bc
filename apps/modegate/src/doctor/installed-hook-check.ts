import type { AgentName, HookScope } from '@modegate/agent-hooks';

/** A hook that may be silenced. */
export interface InstalledHookCheck {
  readonly client: AgentName;
  readonly scope: HookScope;
  /** Folder of the project. */
  readonly root: string;
  readonly home: string;
  /** The file that holds the hook, and the command or the address in it; a plugin has none. */
  readonly file: string;
  readonly command: string | undefined;
  /** The scopes in which this agent has a hook of ours. */
  readonly installed: readonly HookScope[];
}
