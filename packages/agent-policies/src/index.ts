export type {
  AgentAnswer,
  AgentCircumstances,
  AgentEffect,
  AgentProfile,
  AgentReading,
  AgentToolCall,
  Confinement,
  MatchedRule,
} from './agent-answer.ts';
export { type PermissionAgentName, permissionAgentNames } from './agent-names.ts';
export { type PermissionAgent, type PermissionPlaces, permissionAgents } from './agents.ts';
export { pathsOfCall } from './call-paths.ts';
export type {
  ClaudeAgent,
  ClaudeMode,
  ClaudeRule,
  ClaudeRules,
  ClaudeSandbox,
  ClaudeScope,
  ClaudeServer,
  ClaudeSetting,
  ClaudeSettings,
  ClaudeSkill,
} from './claude-code/claude-rules.ts';
export { claudeCodePolicies } from './claude-code/index.ts';
export { type CodexPolicyCheck, checkCodexPolicy } from './codex/check-exec-policy.ts';
export {
  type CodexConfigFile,
  type CodexDecision,
  type CodexPrefixRule,
  type CodexRole,
  type CodexRules,
  type CodexRulesFile,
  type CodexTable,
  type CodexToolAnnotations,
  type CodexToolCall,
  recordedCodexVersion,
} from './codex/codex-rules.ts';
export { codexPolicies } from './codex/index.ts';
export type { CodexMatchOptions } from './codex/match-rules.ts';
export type { CodexConfinement, CodexPolicyAnswer } from './codex/sandbox.ts';
export { type CommandEffects, findCommandEffects } from './command-effects.ts';
export { compareProfiles } from './compare/compare-profiles.ts';
export type { ProfileChange } from './compare/profile-change.ts';
export { type AgentStart, findAgentStarts } from './elsewhere/find-agent-starts.ts';
export { otherAgentFiles } from './elsewhere/other-agent-files.ts';
export { kiloAgent } from './kilo/kilo-agent.ts';
export { mainParameter } from './main-argument.ts';
export type { OpencodeRules } from './opencode/agent-rules.ts';
export { opencodeAgent } from './opencode/opencode-agent.ts';
export type { PermissionFile, PermissionFileProblem, PermissionFiles } from './permission-files.ts';
export { findRisksBetween } from './risks/other-agent-may-more.ts';
export { type PermissionRisk, type PermissionRiskName, permissionRiskNames } from './risks/permission-risk.ts';
