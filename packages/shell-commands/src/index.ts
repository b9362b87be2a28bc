export { analyseCommand, maxCommandLength } from './analyse-command.ts';
export type {
  CommandAnalysis,
  FileAccess,
  GuardedArgument,
  ProgramRun,
  ShellContext,
  ShellName,
  ShellWord,
  UnreadableConstruct,
} from './analysis.ts';
export { shellNames } from './analysis.ts';
export { listDemonstrations, openDemonstrations } from './programs/demonstrations.ts';
export { findProgramNature, type ProgramNature } from './programs/find-program-nature.ts';
export { findLaunchedPackage, type LaunchedPackage } from './programs/launched-package.ts';
export { listExtensions } from './programs/list-extensions.ts';
export { type CommandSpellings, findSpellings } from './programs/spellings.ts';
export { type CommandRule, type FaultyRule, parseCommandRule, type RuleList } from './rules/command-rule.ts';
export { type CommandRuleDescription as RuleDescription, describeCommandRule } from './rules/describe-command-rule.ts';
export { quoteShellWord as quoteWord } from './rules/quote-word.ts';
export type { RuleWord } from './rules/rule-pattern.ts';
export { shellAnalyser } from './shell-analyser.ts';
