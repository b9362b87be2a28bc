// Everything here is public API: add with care.
export { type Baseline, type BaselineEntry, createBaseline } from './baseline.ts';
export { type CheckOptions, type CheckResult, check, type RuleSetting } from './check.ts';
export type { CheckedServer, CheckedServerConfig, ServerFileProblem } from './checked-server.ts';
export {
  type Finding,
  type Fix,
  type FixEdit,
  type FoundProblem,
  type Location,
  type Persona,
  personas,
  type RelatedLocation,
  type Severity,
  severities,
  type TextRange,
} from './finding.ts';
export type { KnownServer, KnownTool, KnownToolHints } from './known-server.ts';
export type { Example, Rule, RuleId } from './rule.ts';
export { rules } from './rules/index.ts';
export type { SourceText } from './source-text.ts';
export {
  type CheckedMode,
  createWorkspace,
  type ModesFile,
  type ModesFileInput,
  type ServersFile,
  type ServersFileInput,
  type ToolBudget,
  type Workspace,
  type WorkspaceInput,
} from './workspace.ts';
