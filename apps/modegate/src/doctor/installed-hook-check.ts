import type { AgentName, HookScope } from '@modegate/agent-hooks';

/** A hook that may be disabled. */
export interface InstalledHookCheck {
  readonly client: AgentName;
  readonly scope: HookScope;
  /** Folder of the project. */
  readonly root: string;
  readonly home: string;
  /**
   * The file that contains the hook, and the command or address in that file; for a plugin, there is neither a command
   * nor an address.
   */
  readonly file: string;
  readonly command: string | undefined;
  /** Scopes in which this agent has a Modegate hook. */
  readonly installed: readonly HookScope[];
}
