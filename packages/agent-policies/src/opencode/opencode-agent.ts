import type { AgentCircumstances } from '../agent-answer.ts';
import type { AgentPolicies } from '../agent-policies.ts';
import type { OpencodeRules } from './agent-rules.ts';
import type { AgentWays } from './agent-ways.ts';
import { requestsOf } from './call-requests.ts';
import { decideCall } from './decide-call.ts';
import { describeOpencodeRule } from './describe-opencode-rule.ts';
import { listOpencodeStanding } from './list-standing.ts';
import { opencodeAgents } from './opencode-agents.ts';
import { opencodeLayers } from './opencode-layers.ts';
import { listDeniedOpencodeCalls, probeOpencodeCalls } from './probe-opencode-calls.ts';
import { readFamilies } from './read-families.ts';
import { findOpencodeRisks } from './risks/index.ts';
import { builtInRules, judgeText, type PermissionRule } from './rules.ts';
import { toolsOfOpencode } from './tools.ts';

/** opencode 1.18.33: reads opencode's files as profiles, and answers calls. Never throws. */
export const opencodeAgent: AgentPolicies<OpencodeRules> = {
  readProfiles: (files) =>
    readFamilies(files, {
      agent: 'opencode',
      ownFolders: ['.opencode'],
      ownFiles: ['opencode.json', 'opencode.jsonc'],
      layers: opencodeLayers,
      agents: opencodeAgents,
      firstAgent: 'build',
    }),
  decideFor: (profile, call, circumstances) => decideCall(profile, call, { circumstances, ways }),
  open: (profile, circumstances) => (call) => decideCall(profile, call, { circumstances, ways }),
  findRisks: (reading, files) =>
    findOpencodeRisks(reading, files, {
      title: 'opencode',
      ask: (profile, call, circumstances = {}) => decideCall(profile, call, { circumstances, ways }),
    }),
  probeCalls: probeOpencodeCalls,
  deniedCalls: listDeniedOpencodeCalls,
  describeRule: describeOpencodeRule,
  standingSettings: listOpencodeStanding,
};

const ways: AgentWays = {
  title: 'opencode',
  major: '1',
  tools: toolsOfOpencode,
  requestsOf,
  judge: judgeText,
  sessionRules,
};

/**
 * Returns the rules that the session adds: a run with no user present cannot ask questions, and a subagent gets no task
 * list and no subagents unless a rule mentions them.
 */
function sessionRules(
  { mode, rules, subagentDepth, primaryTools }: OpencodeRules,
  { headless, calledBy }: AgentCircumstances,
): readonly PermissionRule[] {
  const run = headless === true ? builtInRules({ question: 'deny', plan_enter: 'deny', plan_exit: 'deny' }) : [];
  if (mode !== 'subagent' && calledBy === undefined) return run;
  const isNamed = (key: string) => rules.some((rule) => rule.key === key);
  return [
    ...run,
    ...(isNamed('todowrite') ? [] : builtInRules({ todowrite: 'deny' })),
    ...(isNamed('task') && subagentDepth > 1 ? [] : builtInRules({ task: 'deny' })),
    ...primaryTools.flatMap((tool) => builtInRules({ [tool]: 'deny' })),
  ];
}
