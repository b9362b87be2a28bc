import { describeRiskyCall } from '../../risks/describe-call.ts';
import type { RiskDraft } from '../../risks/group-risks.ts';
import { quoteText } from '../../risks/quote.ts';
import type { OpencodePlace } from './opencode-place.ts';
import { bash, fileCall } from './rule-calls.ts';

/** @internal Finds agents that may not run commands or change files but may start an agent that may do so. */
export function* findWiderSubagents({ title, profiles, ask }: OpencodePlace): Generator<RiskDraft> {
  const helper = profiles.find(({ rules: { name } }) => name === 'general');
  if (helper === undefined) return;
  for (const profile of profiles) {
    const { name } = profile.rules;
    if (ask(profile, { tool: 'task', arguments: { subagent_type: 'general' } }).effect !== 'allow') continue;
    for (const call of [bash('git push'), fileCall('write', 'src/x')]) {
      const own = ask(profile, call);
      const [rule] = own.by.filter(({ file }) => file !== undefined);
      if ((own.effect !== 'deny' && own.effect !== 'not offered') || rule?.file === undefined) continue;
      if (ask(helper, call, { calledBy: name }).effect !== 'allow') continue;
      const message = `The agent '${name}' is denied ${quoteText(describeRiskyCall(call))}, but it may start the agent 'general', which is not denied this call. In ${title}, a subagent does not inherit this deny rule from the agent that starts it. Deny 'task' as well.`;
      const place = { file: rule.file, line: rule.line ?? 1, written: call.tool === 'bash' ? 'bash' : 'edit' };
      yield { rule: 'subagent-may-more', severity: 'warning', ...place, message, kind: name };
    }
  }
}
