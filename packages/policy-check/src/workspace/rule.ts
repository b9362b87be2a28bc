import type { FoundProblem, RuleId, RulePreset, Severity } from '../source/finding.ts';
import type { Workspace } from './workspace.ts';

/**
 * Files for which a rule reports something (bad) or nothing (good). Each example is run as a test and appears on the
 * rule's page.
 */
export interface Example {
  /**
   * Maps paths to file contents. `.roomodes` and files below `.kilocode` and `.bob` contain project modes,
   * `global/custom_modes.yaml` global modes, `mcp.json` files servers, `project-files.txt` one project path per line,
   * and `tools.json` a list of {@link InventoryServer}. Agents' own files have the paths at which the agents read them:
   * `.claude/settings.json`.
   */
  readonly files: Readonly<Record<string, string>>;
  /** A sentence that points out what to notice. */
  readonly note?: string;
}

/** One check, with its documentation. */
export interface Rule {
  readonly id: RuleId;
  /** Kebab-case; can be used instead of the id everywhere. */
  readonly name: string;
  readonly severity: Severity;
  readonly preset: RulePreset;
  /** The first version that includes the rule. */
  readonly since: string;
  /** Problem that the rule reports, in one sentence. */
  readonly summary: string;
  /** Consequences in practice, with Modegate and with the clients that use the format. */
  readonly reason: string;
  readonly bad: Example;
  readonly good: Example;
  /** Subject of this set of examples, if the rule has several sets. */
  readonly title?: string;
  readonly more?: readonly { readonly title: string; readonly bad: Example; readonly good: Example }[];
  /**
   * For each agent: the number of files in public repositories for which the rule reports something, and the total
   * number of files examined.
   */
  readonly publicFiles?: readonly { readonly agent: string; readonly found: number; readonly of: number }[] | undefined;
  /** True if some findings of the rule include a fix. */
  readonly isFixable: boolean;
  /**
   * Yields findings in any order; takes time proportional to the size of the workspace and never throws because of file
   * content.
   */
  check(workspace: Workspace): Iterable<FoundProblem>;
}
