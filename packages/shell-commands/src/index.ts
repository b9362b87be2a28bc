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
