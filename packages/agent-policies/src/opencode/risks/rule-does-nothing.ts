import type { AgentToolCall } from '../../agent-answer.ts';
import type { RiskDraft } from '../../risks/group-risks.ts';
import { quoteText } from '../../risks/quote.ts';
import type { FiledRule, OpencodePlace } from './opencode-place.ts';
import { bash, describeCall, fileCall, placeOfRule, sampleText } from './rule-calls.ts';

/** Why no call meets a rule, and a call that its author may have meant. */
interface Idleness {
  readonly why: string;
  readonly kind: string;
  readonly meant: AgentToolCall;
}

/** @internal Rules whose key names no permission, and patterns that no path of the project matches. */
export function* findIdleRules(place: OpencodePlace): Generator<RiskDraft> {
  for (const rule of place.rules) {
    const idle = findIdleness(place, rule);
    const [holder] = place.holders(rule);
    if (idle === undefined || holder === undefined) continue;
    const { effect } = place.ask(holder, idle.meant);
    const isLost = rule.action !== 'allow' && (effect === 'allow' || (effect === 'ask' && rule.action === 'deny'));
    const severity = !isLost ? 'info' : effect === 'allow' ? 'error' : 'warning';
    const then = effect === 'allow' ? 'runs without asking' : 'is only asked about, not denied';
    const loss = isLost ? ` ${quoteText(describeCall(idle.meant))} ${then}.` : '';
    const message = `${quoteText(rule.shown)} does nothing: ${idle.why}.${loss}`;
    yield { rule: 'rule-does-nothing', severity, ...placeOfRule(rule), message, kind: idle.kind };
  }
}

function findIdleness({ title }: OpencodePlace, { key, pattern }: FiledRule): Idleness | undefined {
  if (/^(?:write|patch|apply_patch|multiedit)$/.test(key))
    return {
      why: `${title} checks the permission 'edit' for every tool that changes files`,
      kind: 'edit',
      meant: fileCall('write', 'src/x'),
    };
  if (/[^\w*?.:@-]/.test(key))
    return {
      why: `${title} reads the keys of 'permission' as tools; patterns for commands belong under 'bash'`,
      kind: 'command',
      meant: bash(sampleText(key)),
    };
  const real = permissions.find((name) => name !== key && name.toLowerCase() === key.toLowerCase());
  if (real !== undefined)
    return {
      why: `names are case-sensitive, and the permission is called '${real}'`,
      kind: 'case',
      meant: callOf(real),
    };
  const isPath = key === 'edit' || key === 'read';
  if (!isPath || !/^(?:\/|\.\/|~|[A-Za-z]:[\\/])/.test(pattern)) return undefined;
  const file = sampleText(pattern);
  return {
    why: `${title} compares the path relative to the project's folder, such as 'src/x'`,
    kind: 'path',
    meant: fileCall(key === 'edit' ? 'write' : 'read', file),
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
