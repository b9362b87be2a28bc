// Everything here is public API: add with care.

export {
  type CommandAnalyser,
  type CommandFile,
  type CommandList,
  type CommandMatcher,
  type CommandProgram,
  type CommandReading,
  type CommandRuleFault,
  type CommandShell,
  commandLists,
  commandShells,
} from './command-analyser.ts';
export type { CommandJudge, CommandSettings } from './command-judge.ts';
export type { ExplainedPart } from './explained-part.ts';
export { createCommandJudge } from './judge/create-command-judge.ts';
export { readRequestCommand } from './judge/read-request-command.ts';
export { type ListedCommandRule, type ListedCommandRules, listCommandRules } from './list-command-rules.ts';
