import type { Rule } from '../../workspace/rule.ts';
import { defineRule, exampleWithRepair } from '../define-rule.ts';
import { permissionProblems } from './permission-problems.ts';
import { publicFiles } from './public-files.ts';

/** A rule about agents' own permissions: its text, and examples for the agents to which it applies. */
interface AgentRule extends Pick<Rule, 'id' | 'name' | 'severity' | 'preset' | 'summary' | 'reason'> {
  /** Examples by the name of the agent or of its family; `isFixable` if the finding has a fix. */
  readonly examples: Readonly<Record<string, Pick<Rule, 'bad' | 'good'> & { readonly isFixable?: boolean }>>;
}

/** Creates two examples in the same way as {@link exampleWithRepair}; the first example has a fix. */
export function fixable(...given: Parameters<typeof exampleWithRepair>): AgentRule['examples'][string] {
  return { ...exampleWithRepair(...given), isFixable: true };
}

/** Creates a rule that reports the evaluators' findings for these agents. */
export function agentRule({ examples, ...rule }: AgentRule): Rule {
  const [first, ...more] = Object.entries(examples).map(([title, example]) => ({
    title,
    isFixable: false,
    ...example,
  }));
  if (first === undefined) throw new Error(`${rule.name} has no example`);
  return defineRule({
    ...rule,
    ...first,
    more,
    publicFiles: publicFiles[rule.name],
    isFixable: [first, ...more].some(({ isFixable }) => isFixable),
    check: (workspace) => permissionProblems(workspace, rule.name),
  });
}
