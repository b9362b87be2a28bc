import {
  type Circumstances,
  type Decision,
  defaultRules,
  type Explanation,
  explain,
  formatRule,
  needsConsent,
  type Policy,
  refusalCodes,
} from '@modegate/mode-core';
import type { ServerInventory } from '../matrix/inventory.ts';
import { findUnknownName, listPolicyNames } from './policy-names.ts';
import type { PolicyTestCase } from './policy-test-case.ts';

/** Result of one case. */
export interface PolicyTestResult {
  readonly test: PolicyTestCase;
  readonly passed: boolean;
  /** States the expected and the actual decision, and the rule on which the actual decision is based. */
  readonly message: string;
  readonly explanation: Explanation;
}

/** Options of `runPolicyTests`. */
export interface PolicyTestOptions {
  /** Circumstances for cases that do not specify a time or an environment. */
  readonly circumstances?: Circumstances | undefined;
  /**
   * Tools and resources of the servers, from a lock or from the servers themselves. Default: nothing is known about
   * their tools.
   */
  readonly inventory?: readonly ServerInventory[] | undefined;
}

/**
 * Evaluates each case with `explain` and compares the decision with the expectation. A case that contains a name that
 * does not exist fails, unless the case permits unknown names.
 */
export function runPolicyTests(
  policy: Policy,
  cases: readonly PolicyTestCase[],
  { circumstances = {}, inventory }: PolicyTestOptions = {},
): readonly PolicyTestResult[] {
  const known = listPolicyNames(policy, inventory);
  return cases.map((test) => {
    const explanation = explain(policy, { ...circumstances, ...test.request });
    const unknown = test.mayBeUnknown === true ? undefined : findUnknownName(test.request, explanation.decision, known);
    const fault = unknown ?? findFault(test, explanation);
    return { test, passed: fault === undefined, message: fault ?? describePass(explanation), explanation };
  });
}

/** Lists the slugs of the modes that no case covers, among those in the project and global files, in display order. */
export function listUntestedModes(policy: Policy, cases: readonly PolicyTestCase[]): readonly string[] {
  const asked = new Set(cases.map(({ request }) => request.mode));
  return policy.modes
    .filter(({ source, config }) => source !== 'builtin' && !asked.has(config.slug))
    .map(({ config }) => config.slug);
}

function findFault({ expect, by, request }: PolicyTestCase, { decision }: Explanation): string | undefined {
  const outcome = outcomeOf(decision);
  const decided = decision.allowed
    ? `it is allowed by ${formatRule(decision.by)}`
    : `${outcome === 'ask' ? 'consent is required' : 'it is denied'} (${decision.code}) by ${formatRule(decision.by)}: ${decision.reason}`;
  if (outcome !== expect) return `Expected ${expected[expect]} in mode '${request.mode}', but ${decided}`;
  if (by === undefined || isDecidedBy(by, decision)) return undefined;
  return `Expected '${by}' to decide, but ${decided}${describeReference(by)}`;
}

const expected = { allow: 'an allowance', ask: 'a question to a person', deny: 'a denial' } as const;

function outcomeOf(decision: Decision): PolicyTestCase['expect'] {
  if (decision.allowed) return 'allow';
  return needsConsent(decision) ? 'ask' : 'deny';
}

function describePass({ decision }: Explanation): string {
  const refused = decision.allowed ? '' : ` (${decision.code})`;
  return `${passed[outcomeOf(decision)]}${refused} by ${formatRule(decision.by)}.`;
}

const passed = { allow: 'Allowed', ask: 'Asks a person', deny: 'Denied' } as const;

/**
 * True if `by` is a refusal code, a fixed rule, or the end of the deciding rule's pointer, starting at a segment
 * boundary.
 */
function isDecidedBy(by: string, decision: Explanation['decision']): boolean {
  if (!decision.allowed && decision.code === by) return true;
  const { pointer, layer } = decision.by;
  if (layer === 'default') return pointer === `/${by}` || pointer === by;
  return pointer === by || pointer.endsWith(by.startsWith('/') ? by : `/${by}`);
}

function describeReference(by: string): string {
  const isCode = (refusalCodes as readonly string[]).includes(by);
  if (isCode || by in defaultRules || by.includes('/')) return '';
  return ` 'by' takes a refusal code, the name of a fixed rule, or the end of a rule's JSON pointer.`;
}
