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
export {
  type ClaudeAgent,
  type ClaudeMode,
  type ClaudeRule,
  type ClaudeRules,
  type ClaudeSandbox,
  type ClaudeScope,
  type ClaudeServer,
  type ClaudeSetting,
  type ClaudeSettings,
  type ClaudeSkill,
  claudeCodePolicies,
} from './claude-code/index.ts';
export {
  type CodexConfigFile,
  type CodexConfinement,
  type CodexDecision,
  type CodexMatchOptions,
  type CodexPolicyAnswer,
  type CodexPolicyCheck,
  type CodexPrefixRule,
  type CodexRole,
  type CodexRules,
  type CodexRulesFile,
  type CodexTable,
  type CodexToolAnnotations,
  type CodexToolCall,
  checkCodexPolicy,
  codexPolicies,
  recordedCodexVersion,
} from './codex/index.ts';
export { type CommandEffects, findCommandEffects } from './command-effects.ts';
export { compareProfiles } from './compare/compare-profiles.ts';
export type { ProfileChange } from './compare/profile-change.ts';
export { type AgentStart, findAgentStarts } from './elsewhere/find-agent-starts.ts';
export { otherAgentFiles } from './elsewhere/other-agent-files.ts';
export { kiloAgent } from './kilo/kilo-agent.ts';
export { mainParameter } from './main-argument.ts';
export type { OpencodeRules } from './opencode/agent-rules.ts';
export { opencodeAgent } from './opencode/opencode-agent.ts';
export type {
  PermissionFile,
  PermissionFileProblem,
  PermissionFiles,
} from './permission-files.ts';
export { findRisksBetween } from './risks/other-agent-may-more.ts';
export {
  type PermissionRisk,
  type PermissionRiskName,
  permissionRiskNames,
} from './risks/permission-risk.ts';
