// Everything here is public API: add with care.
export { type ApplyFixesOptions, applyFixes, type FixedFiles } from './apply-fixes.ts';
export { type Baseline, type BaselineEntry, createBaseline, readBaseline } from './baseline.ts';
export { type CheckOptions, type CheckResult, check, type RuleSetting } from './check.ts';
export type { CheckedServer, ServerFileProblem } from './checked-server.ts';
export {
  type ChangeKind,
  type DiffOptions,
  diffPolicies,
  type PermissionChange,
  type PolicyDiff,
  type PolicyState,
} from './diff.ts';
export type { FileChange } from './diff-files.ts';
export { describeDiff, describeRow } from './diff-words.ts';
export {
  type Escape,
  type EscapeCertainty,
  type EscapeKind,
  type EscapeOptions,
  escapeKinds,
  findEscapes,
} from './escapes.ts';
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
export {
  applyFixesWithoutGrants,
  type FixWithoutGrantsOptions,
  type GrantingFix,
  type NarrowFixedFiles,
} from './fixes-without-grants.ts';
export type { KnownServer, KnownTool, KnownToolHints } from './known-server.ts';
export {
  createLock,
  type Lock,
  type LockableServer,
  type LockableTool,
  type LockedPart,
  type LockedServer,
  type LockedTool,
  lockedParts,
  lockInventory,
} from './lock.ts';
export { type DriftKind, type HintFlip, type LockDrift, type LockVerification, verifyLock } from './lock-drift.ts';
export { formatLock, type LockReading, parseLock } from './lock-text.ts';
export { type MatrixOptions, permissionMatrix } from './matrix.ts';
export type {
  PermissionCondition,
  PermissionMatrix,
  PermissionRow,
  PermissionState,
  PermissionSubject,
  Situation,
} from './matrix-row.ts';
export { formatSubject, listSubjects, mergeSubjects, subjectKey } from './matrix-subjects.ts';
export { type MigrateOptions, type MigrationNote, type ModesMigration, migrateModes } from './migrate.ts';
export {
  type PolicyTestCase,
  type PolicyTestFile,
  type PolicyTestPlace,
  type PolicyTestProblem,
  readPolicyTests,
} from './policy-test.ts';
export { listUntestedModes, type PolicyTestResult, runPolicyTests } from './policy-test-run.ts';
export type { Example, Rule, RuleId } from './rule.ts';
export { renderRuleIndex, renderRulePage, rulePageName } from './rule-docs.ts';
export { rules } from './rules/index.ts';
export type { SourceText } from './source-text.ts';
export {
  type RestrictionSuggestion,
  type SuggestedPart,
  type Suggestions,
  type SuggestOptions,
  suggestRestrictions,
} from './suggest.ts';
export { fillTemplate, type RestrictionTemplate, restrictionTemplates, type TemplateValues } from './templates.ts';
export {
  type CheckedMode,
  createWorkspace,
  type ModesFile,
  type ServersFile,
  type ToolBudget,
  type Workspace,
  type WorkspaceInput,
} from './workspace.ts';
