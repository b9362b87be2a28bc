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
export { kiloAgent } from './kilo/kilo-agent.ts';
export type { OpencodeRules } from './opencode/agent-rules.ts';
export { opencodeAgent } from './opencode/opencode-agent.ts';
