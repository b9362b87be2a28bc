import type { AgentToolCall } from '../../agent-answer.ts';
import { describeRiskyCall } from '../../risks/describe-call.ts';
import type { RiskDraft } from '../../risks/group-risks.ts';
import type { JsonChange } from '../../risks/json-change.ts';
import { quoteText } from '../../risks/quote.ts';
import { mayNameTool } from '../rules.ts';
import type { FiledRule } from './filed-rule.ts';
import type { OpencodePlace } from './opencode-place.ts';
import { bash, fileCall, placeOfRule, sampleText } from './rule-calls.ts';

/** Reason why no call matches a rule, and the call that its author may have intended. */
interface Idleness {
  readonly why: string;
  readonly kind: string;
  readonly meant: AgentToolCall;
  /** Change that would make a deny rule take effect. */
  readonly change?: JsonChange;
  /** False if the change may deny more than its author intended. Default: true. */
  readonly isSure?: boolean;
}

/** @internal Finds rules whose key is not the name of a permission, and patterns that match no path in the project. */
export function* findIdleRules(place: OpencodePlace): Generator<RiskDraft> {
  for (const rule of place.rules) {
    const idle = findIdleness(place, rule);
    const [holder] = place.holders(rule);
    if (idle === undefined || holder === undefined) continue;
    const { effect } = place.ask(holder, idle.meant);
    const isLost = rule.action !== 'allow' && (effect === 'allow' || (effect === 'ask' && rule.action === 'deny'));
    const severity = !isLost ? 'info' : effect === 'allow' ? 'error' : 'warning';
    const then = effect === 'allow' ? 'runs without asking' : 'needs approval but is not denied';
    const loss = isLost ? ` ${quoteText(describeRiskyCall(idle.meant))} ${then}.` : '';
    const message = `${quoteText(rule.shown)} does nothing: ${idle.why}.${loss}`;
    yield {
      rule: 'rule-does-nothing',
      severity,
      ...placeOfRule(rule),
      message,
      kind: idle.kind,
      repair: repairOf(rule, idle),
    };
  }
}

/** An allow rule without effect may be removed; a deny rule is rewritten so that it takes effect. */
function repairOf({ action }: FiledRule, { change, isSure = true }: Idleness): RiskDraft['repair'] {
  if (action === 'allow') return { change: { do: 'remove' }, isNeutral: true };
  return change && { change, isSafe: isSure };
}

function findIdleness({ title }: OpencodePlace, { key, pattern }: FiledRule): Idleness | undefined {
  if (/^(?:write|patch|apply_patch|multiedit)$/.test(key))
    return {
      why: `${title} checks the permission 'edit' for every tool that changes files`,
      kind: 'edit',
      change: { do: 'write', text: 'edit' },
      isSure: false,
      meant: fileCall('write', 'src/x'),
    };
  if (!mayNameTool(key))
    return {
      why: `${title} interprets the keys of 'permission' as tool names; patterns for commands belong under 'bash'`,
      kind: 'command',
      change: { do: 'move into', key: 'bash' },
      meant: bash(sampleText(key)),
    };
  const real = permissions.find((name) => name !== key && name.toLowerCase() === key.toLowerCase());
  if (real !== undefined)
    return {
      why: `names are case-sensitive, and the permission is called '${real}'`,
      kind: 'case',
      change: { do: 'write', text: real },
      meant: callOf(real),
    };
  const isPath = key === 'edit' || key === 'read';
  if (!isPath || !/^(?:\/|\.\/|~|[A-Za-z]:[\\/])/.test(pattern)) return undefined;
  const file = sampleText(pattern);
  return {
    why: `${title} compares the path relative to the project's folder, such as 'src/x'`,
    kind: 'path',
    meant: fileCall(key === 'edit' ? 'write' : 'read', file),
    ...(pattern.startsWith('./') && { change: { do: 'write', text: pattern.slice(2) } as const }),
  };
}

const permissions = 'bash edit read glob grep webfetch task skill'.split(' ');

function callOf(permission: string): AgentToolCall {
  if (permission === 'bash') return bash('zz');
  if (permission === 'edit' || permission === 'read')
    return fileCall(permission === 'edit' ? 'write' : 'read', 'src/x');
  return {
    tool: permission,
    arguments: { pattern: 'x', url: 'https://example.com/', subagent_type: 'general', name: 'x' },
  };
}
