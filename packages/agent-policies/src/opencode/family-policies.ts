import type { AgentPolicies } from '../agent-policies.ts';
import type { OpencodeRules } from './agent-rules.ts';
import type { AgentWays } from './agent-ways.ts';
import { decideCall } from './decide-call.ts';
import { describeOpencodeRule } from './describe-opencode-rule.ts';
import { listOpencodeStanding } from './list-standing.ts';
import { listDeniedOpencodeCalls, probeOpencodeCalls } from './probe-opencode-calls.ts';
import { type FamilyReader, readFamilies } from './read-families.ts';
import { findOpencodeRisks } from './risks/index.ts';
import type { OpencodePlace } from './risks/opencode-place.ts';

/** @internal Returns the functions that read files, answer calls and find risks for an agent of the family. */
export function familyPolicies(reader: FamilyReader, ways: AgentWays): AgentPolicies<OpencodeRules> {
  const ask: OpencodePlace['ask'] = (profile, call, circumstances = {}) =>
    decideCall(profile, call, { circumstances, ways });
  return {
    readProfiles: (files) => readFamilies(files, reader),
    decideFor: ask,
    open: (profile, circumstances) => (call) => ask(profile, call, circumstances),
    findRisks: (reading, files) => findOpencodeRisks(reading, files, { title: ways.title, ask }),
    probeCalls: probeOpencodeCalls,
    deniedCalls: listDeniedOpencodeCalls,
    describeRule: describeOpencodeRule,
    standingSettings: listOpencodeStanding,
  };
}
