import type { CircumstanceNeeds, CircumstanceSources } from '../circumstances/circumstances.ts';
import type { RuleReference } from '../decision.ts';
import type { McpServerPolicy } from '../mcp/server-policy.ts';
import type { ModeSource } from '../modes/mode.ts';
import type { ModeProblem } from '../modes/mode-problem.ts';
import type { DisabledTools } from './disabled-tools.ts';
import type { CompiledServer } from './mcp-rules.ts';
import type { CompiledMode, PolicyMode } from './policy-mode.ts';

/**
 * A compiled policy, shared by any number of callers. Its rules never change: the same request in the same circumstances always gets the
 * same answer. Two things in it are not plain values: the clock and the context it was given, which it calls for requests that bring
 * neither, and bounded tables in which `decide` keeps answers that cannot change. Made by `compilePolicy`.
 */
export interface Policy {
  /** The effective modes in display order: built-in slugs first, in place, then the others in file order. */
  readonly modes: readonly PolicyMode[];
  /** What the layers and the servers got wrong, and what shadows what. */
  readonly problems: readonly ModeProblem[];
  /** The servers the policy knows, or undefined when it was compiled without. */
  readonly servers: readonly McpServerPolicy[] | undefined;
  /** What the schedules and conditions of the modes ask of the circumstances of a call. */
  readonly needs: CircumstanceNeeds;
  /** @internal The indexes that `decide` reads. */
  readonly compiled: CompiledPolicy;
}

/** @internal */
export interface CompiledPolicy extends CircumstanceSources {
  readonly modes: ReadonlyMap<string, CompiledMode>;
  readonly disabledTools: DisabledTools;
  readonly disabledToolNames: readonly string[];
  readonly servers: ReadonlyMap<string, CompiledServer> | undefined;
  /** Why no server is allowed that is not among these, when a server file could not be read. */
  readonly serverFilesUnreadable: string | undefined;
  readonly projectRoot: string | undefined;
  /** Refuses slugs that no readable layer defines, when a layer could not be read. */
  readonly unreadable: { readonly reason: string; readonly by: RuleReference } | undefined;
  readonly documents: Readonly<Record<ModeSource, unknown>>;
}
