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
  /** Consequences in practice, with Modegate and with the clients of the format. */
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

type ExampleFiles = Readonly<Record<string, string>>;

/**
 * Creates an example from files keyed by path. A template that starts with a line break loses the common indentation of
 * its lines.
 */
export function example(files: ExampleFiles, note?: string): Example {
  const texts = Object.entries(files).map(([path, text]): [string, string] => [path, withoutIndentation(text)]);
  return { files: Object.fromEntries(texts), ...(note !== undefined && { note }) };
}

/**
 * Creates two examples: files for which a rule reports something, and the same files with each text that `repair` lists
 * replaced, for which the rule reports nothing.
 */
export function exampleWithRepair(
  files: ExampleFiles,
  repair: ExampleFiles,
  note?: string,
): Pick<Rule, 'bad' | 'good'> {
  const bad = example(files, note);
  const replace = (text: string): string =>
    Object.entries(repair).reduce((before, [old, now]) => before.replace(old, () => now), text);
  const good = Object.entries(bad.files).map(([path, text]): [string, string] => [path, replace(text)]);
  return { bad, good: { files: Object.fromEntries(good) } };
}

function withoutIndentation(text: string): string {
  if (!text.startsWith('\n')) return text;
  const lines = text.slice(1).replace(/ *$/, '').split('\n');
  const depths = lines.filter((line) => line.trim() !== '').map((line) => line.search(/[^ ]/));
  return lines.map((line) => line.slice(Math.min(...depths))).join('\n');
}
