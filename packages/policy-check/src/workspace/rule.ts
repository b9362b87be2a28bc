import type { FoundProblem, RuleId, RulePreset, Severity } from '../source/finding.ts';
import type { Workspace } from './workspace.ts';

/** Files that make a rule fire (bad) or stay silent (good). Each one is run as a test, and the rule's page is made of it. */
export interface Example {
  /**
   * Path to text. `.roomodes` and files below `.kilocode`, `.bob` hold project modes, `global/custom_modes.yaml` global ones, `mcp.json`
   * files servers, `project-files.txt` one path of the project a line, `tools.json` a list of {@link InventoryServer}, `.claude/settings.json` the settings of
   * an agent with hooks.
   */
  readonly files: Readonly<Record<string, string>>;
  /** What to look at, in one sentence. */
  readonly note?: string;
}

/** One check, with its documentation. */
export interface Rule {
  readonly id: RuleId;
  /** Kebab-case; may be used for the id everywhere. */
  readonly name: string;
  readonly severity: Severity;
  readonly preset: RulePreset;
  /** The first version that has it. */
  readonly since: string;
  /** What it reports, in one sentence. */
  readonly summary: string;
  /** What happens in practice, with Modegate and with the clients of the format. */
  readonly reason: string;
  readonly bad: Example;
  readonly good: Example;
  /** Whether some of its findings carry a fix. */
  readonly isFixable: boolean;
  /** Yields what it finds, in any order; takes time in proportion to the workspace and never throws on what a file says. */
  check(workspace: Workspace): Iterable<FoundProblem>;
}

/** The text of an example's file, written as a template of its own lines: without the indentation that all of them share. */
export function exampleText(written: string): string {
  const lines = written.replace(/^\n/, '').replace(/ *$/, '').split('\n');
  const depths = lines.filter((line) => line.trim() !== '').map((line) => line.search(/[^ ]/));
  return lines.map((line) => line.slice(Math.min(...depths))).join('\n');
}
