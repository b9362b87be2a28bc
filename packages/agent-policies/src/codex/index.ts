import { decideForCodex, openForCodex } from './decide-for-codex.ts';
import { describeCodexRule } from './describe-codex-rule.ts';
import { listCodexStanding } from './list-codex-standing.ts';
import { listDeniedCodexCalls, probeCodexCalls } from './probe-codex-calls.ts';
import { readCodexProfiles } from './read-codex-profiles.ts';
import { findCodexRisks } from './risks/index.ts';

/** Codex CLI: reads its files and answers calls in the same way as version 0.169.0. */
export const codexPolicies = {
  readProfiles: readCodexProfiles,
  decideFor: decideForCodex,
  open: openForCodex,
  findRisks: findCodexRisks,
  probeCalls: probeCodexCalls,
  deniedCalls: listDeniedCodexCalls,
  describeRule: describeCodexRule,
  standingSettings: listCodexStanding,
};
