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
export { kilo } from './kilo/kilo.ts';
export type { OpencodeRules } from './opencode/agent-rules.ts';
export { opencode } from './opencode/opencode.ts';
