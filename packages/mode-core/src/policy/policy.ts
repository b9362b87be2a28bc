import type { CircumstanceNeeds, CircumstanceSources } from '../circumstances/circumstances.ts';
import type { CommandJudge } from '../commands/command-judge.ts';
import type { RuleReference } from '../decision.ts';
import type { McpServerPolicy } from '../mcp/server-policy.ts';
import type { ModeSource } from '../modes/mode.ts';
import type { ModeProblem } from '../modes/mode-problem.ts';
import type { DisabledTools } from './disabled-tools.ts';
import type { CompiledServer } from './mcp-rules.ts';
import type { CompiledMode, PolicyMode } from './policy-mode.ts';

/**
 * A compiled policy for any number of callers, created by `compilePolicy`. Its rules never change: the same request in
 * the same circumstances always results in the same decision. The policy calls its clock and context if a request
 * specifies no circumstances, and caches unchanging decisions in bounded tables.
 */
export interface Policy {
  /** Effective modes in display order: built-in slugs first, then the other modes in file order. */
  readonly modes: readonly PolicyMode[];
  /** Faults in the layers, and modes that hide other modes. */
  readonly problems: readonly ModeProblem[];
  /** Known servers; undefined if the policy was compiled without any information about servers. */
  readonly servers: readonly McpServerPolicy[] | undefined;
  /** Circumstances on which the schedules and conditions of the modes depend. */
  readonly needs: CircumstanceNeeds;
  /** @internal Indexes that `decide` reads. */
  readonly compiled: CompiledPolicy;
}

/** @internal */
export interface CompiledPolicy extends CircumstanceSources {
  readonly modes: ReadonlyMap<string, CompiledMode>;
  readonly disabledTools: DisabledTools;
  readonly disabledToolNames: readonly string[];
  readonly servers: ReadonlyMap<string, CompiledServer> | undefined;
  /** Reason why only these servers are allowed, if a server file could not be read. */
  readonly serverFilesUnreadable: string | undefined;
  readonly projectRoot: string | undefined;
  /** The command judge; without a judge, modes with restrictions on commands refuse every command. */
  readonly commands: CommandJudge | undefined;
  /** Present if a layer could not be read, in which case slugs that no readable layer defines are refused. */
  readonly unreadable: { readonly reason: string; readonly by: RuleReference } | undefined;
  readonly documents: Readonly<Record<ModeSource, unknown>>;
}
