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
export type { AgentFile, AgentFileProblem, AgentFiles } from './agent-files.ts';
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
