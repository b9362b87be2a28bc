import { decideForClaude, openForClaude } from './decide-for-claude.ts';
import { describeClaudeRule } from './describe-claude-rule.ts';
import { listClaudeStanding } from './list-standing-settings.ts';
import { listDeniedClaudeCalls, probeClaudeCalls } from './probe-claude-calls.ts';
import { readClaudeProfiles } from './read-claude-profiles.ts';
import { findClaudeRisks } from './risks/index.ts';

/** Claude Code: reads its files, and answers calls in the same way as version 2.1.330. */
export const claudeCodePolicies = {
  readProfiles: readClaudeProfiles,
  decideFor: decideForClaude,
  open: openForClaude,
  findRisks: findClaudeRisks,
  probeCalls: probeClaudeCalls,
  deniedCalls: listDeniedClaudeCalls,
  describeRule: describeClaudeRule,
  standingSettings: listClaudeStanding,
};
