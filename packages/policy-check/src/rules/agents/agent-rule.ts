import type { Rule } from '../../workspace/rule.ts';
import { defineRule, exampleWithRepair, type RuleHead } from '../define-rule.ts';
import { permissionProblems } from './permission-problems.ts';
import { publicFiles } from './public-files.ts';

/** A rule about agents' own permissions: its text, and examples for the agents to which it applies. */
interface AgentRule extends Pick<Rule, 'summary' | 'reason'> {
  /** Examples by the name of the agent or of its family; `isFixable` if the finding has a fix. */
  readonly examples: Readonly<Record<string, Pick<Rule, 'bad' | 'good'> & { readonly isFixable?: boolean }>>;
}

/** Creates two examples in the same way as {@link exampleWithRepair}; the first example has a fix. */
export function fixable(...given: Parameters<typeof exampleWithRepair>): AgentRule['examples'][string] {
  return { ...exampleWithRepair(...given), isFixable: true };
}

/** Creates a rule that reports the evaluators' findings for these agents. */
export function agentRule(head: RuleHead, { examples, ...texts }: AgentRule): Rule {
  const [, name] = head;
  const [first, ...more] = Object.entries(examples).map(([title, pair]) => ({ title, isFixable: false, ...pair }));
  if (first === undefined) throw new Error(`${name} has no example`);
  return defineRule(head, {
    ...texts,
    ...first,
    more,
    publicFiles: publicFiles[name],
    isFixable: [first, ...more].some(({ isFixable }) => isFixable),
    check: (workspace) => permissionProblems(workspace, name),
  });
}
