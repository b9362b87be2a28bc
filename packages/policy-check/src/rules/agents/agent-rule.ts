import { type Example, exampleWithRepair, type Rule } from '../../workspace/rule.ts';
import { permissionProblems } from './permission-problems.ts';
import { publicFiles } from './public-files.ts';

/** A rule about agents' own permissions: its text, and examples for the agents to which it applies. */
export interface AgentRule extends Pick<Rule, 'id' | 'name' | 'severity' | 'preset' | 'summary' | 'reason'> {
  /** Examples by the name of the agent or of its family; `isFixable` if the finding has a fix. */
  readonly examples: Readonly<
    Record<string, { readonly bad: Example; readonly good: Example; readonly isFixable?: boolean }>
  >;
}

/** Creates two examples in the same way as {@link exampleWithRepair}; the first example has a fix. */
export function fixable(...given: Parameters<typeof exampleWithRepair>): AgentRule['examples'][string] {
  return { ...exampleWithRepair(...given), isFixable: true };
}

/** Creates a rule that reports the evaluators' findings for these agents. */
export function agentRule({ examples, ...rule }: AgentRule): Rule {
  const [first, ...more] = Object.entries(examples).map(([title, { isFixable = false, ...pair }]) => ({
    title,
    ...pair,
    isFixable,
  }));
  if (first === undefined) throw new Error(`${rule.name} has no example`);
  return {
    ...rule,
    since: '0.1.0',
    ...first,
    more,
    publicFiles: publicFiles[rule.name],
    isFixable: [first, ...more].some((one) => one.isFixable),
    check: (workspace) => permissionProblems(workspace, rule.name),
  };
}
