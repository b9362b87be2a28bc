import type { AgentAnswer, AgentEffect, AgentProfile } from '../agent-answer.ts';
import type { OpencodeRules } from './agent-rules.ts';
import type { AgentWays } from './agent-ways.ts';
import { matchKey, nameOpencodeRule, type PermissionRule, type RuleTest, toMatchedRule } from './rules.ts';
import { presenceOf, toolNamePart } from './tools.ts';

/** @internal Data on which an offer depends. */
export interface OfferContext {
  readonly rules: readonly PermissionRule[];
  readonly ignoreCase: boolean;
  readonly profile: AgentProfile<OpencodeRules>;
  readonly ways: AgentWays;
}

/**
 * @internal Availability of a tool. `gone` without `isOpen`: the tool is not offered. Both: an unknown factor decides.
 */
export interface Offer {
  readonly gone?: AgentAnswer;
  readonly isOpen: boolean;
}

const editTools: ReadonlySet<string> = new Set(['edit', 'write', 'apply_patch']);

const resourceTools = new Set('list_mcp_resources list_mcp_resource_templates read_mcp_resource'.split(' '));

/** @internal Determines whether a tool is offered. */
export function judgeOffer(tool: string, { rules, ignoreCase, profile, ways }: OfferContext): Offer {
  const presence = presenceOf(tool, ways.tools);
  const gone = (because: string): Offer => ({ gone: plainAnswer('not offered', because), isOpen: false });
  const open = (because: string): Offer => ({ gone: plainAnswer('unknown', because), isOpen: true });
  if (presence === 'never') return gone(`${ways.title} has no tool called "${tool}".`);
  const server = [...profile.rules.servers].find(([name, isOn]) => !isOn && tool.startsWith(`${toolNamePart(name)}_`));
  if (server !== undefined) return gone(`The server "${server[0]}" is switched off.`);
  const permission = editTools.has(tool) ? 'edit' : resourceTools.has(tool) ? 'read' : tool;
  const hidden = hidingRules(rules, { permission, ignoreCase });
  const [first] = hidden.by;
  if (first !== undefined && !hidden.isOpen) {
    const because = `${ways.title} does not offer "${tool}": the last rule for "${permission}", ${nameOpencodeRule(first)}, denies everything.`;
    const others = rules.filter(
      (rule) => rule !== first && rule.file !== undefined && matchKey(rule, { permission, ignoreCase }) === 'yes',
    );
    const shadowed = others.toReversed().map(toMatchedRule);
    return { gone: { effect: 'not offered', by: [toMatchedRule(first)], shadowed, because }, isOpen: false };
  }
  if (presence === 'sometimes')
    return open(`Whether ${ways.title} offers "${tool}" depends on the client, the provider, a server or a variable.`);
  if (first === undefined) return { isOpen: true };
  return open(`Whether ${nameOpencodeRule(first)} covers "${tool}" depends on a substitution.`);
}

/** Finds the rules that hide a tool: the tool is not offered if the last rule for its permission denies everything. */
function hidingRules(
  rules: readonly PermissionRule[],
  test: Omit<RuleTest, 'text'>,
): { readonly by: readonly PermissionRule[]; readonly isOpen: boolean } {
  const by: PermissionRule[] = [];
  let isOpen = false;
  for (const rule of rules.toReversed()) {
    const match = matchKey(rule, test);
    if (match === 'no') continue;
    const mayHide = rule.pattern === '*' && (rule.action === 'deny' || rule.action === 'unknown');
    if (mayHide) by.push(rule);
    if (!mayHide || rule.action === 'unknown' || (rule.uncertain && match === 'maybe')) isOpen = true;
    if (match === 'yes') return { by, isOpen };
  }
  return { by, isOpen: true };
}

/** @internal Returns an answer that is not based on any rules. */
export function plainAnswer(effect: AgentEffect, because: string): AgentAnswer {
  return { effect, by: [], shadowed: [], because };
}
