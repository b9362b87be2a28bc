// Everything here is public API: add with care.

export { type Baseline, type BaselineEntry, createBaseline, readBaseline } from './check/baseline.ts';
export { type CheckOptions, type CheckResult, check, countFindings, type RuleSetting } from './check/check.ts';
export { describeDiff, describeRow } from './diff/describe-diff.ts';
export { type DiffOptions, diffPolicies } from './diff/diff-policies.ts';
export {
  type ComparedSettings,
  type ConfiguredState,
  diffSettings,
  type SettingChange,
} from './diff/diff-settings.ts';
export { groupChanges } from './diff/group-changes.ts';
export type { ChangeKind, FileChange, PermissionChange, PolicyDiff } from './diff/permission-change.ts';
export type { PolicyState } from './diff/policy-state.ts';
export type {
  Escape,
  EscapeCertainty,
  EscapeKind,
  EscapeOptions,
} from './escapes/escape.ts';
export { findEscapes } from './escapes/find-escapes.ts';
export { exportTargets } from './export/export-target.ts';
export { type ApplyFixesOptions, applyFixes, type FixedFiles } from './fixes/apply-fixes.ts';
export {
  applyFixesWithoutGrants,
  type FixWithoutGrantsOptions,
  type GrantingFix,
  type NarrowFixedFiles,
} from './fixes/fixes-without-grants.ts';
export { policiesWith } from './fixes/policies-with.ts';
export {
  createLock,
  type Lock,
  type LockableServer,
  type LockableTool,
  type LockedDefinition,
  type LockedServer,
  type LockedTool,
  lockInventory,
} from './lock/lock.ts';
export { type DriftKind, type HintFlip, type LockDrift, type LockVerification, verifyLock } from './lock/lock-drift.ts';
export { formatLock, type LockReading, parseLock } from './lock/lock-text.ts';
export type { KnownServer, KnownTool, KnownToolHints } from './matrix/known-server.ts';
export { type MatrixOptions, permissionMatrix } from './matrix/permission-matrix.ts';
export type {
  PermissionCondition,
  PermissionMatrix,
  PermissionRow,
  PermissionState,
  PermissionSubject,
} from './matrix/permission-row.ts';
export { formatSubject, subjectKey } from './matrix/subjects.ts';
export { type MigrateOptions, type MigrationNote, type ModesMigration, migrateModes } from './migrate/migrate-modes.ts';
export type {
  PolicyTestCase,
  PolicyTestFile,
  PolicyTestPlace,
  PolicyTestProblem,
} from './policy-test/policy-test-case.ts';
export { readPolicyTests } from './policy-test/read-policy-tests.ts';
export {
  listUntestedModes,
  type PolicyTestOptions,
  type PolicyTestResult,
  runPolicyTests,
} from './policy-test/run-policy-tests.ts';
export { type CallQuestion, type QuestionReading, readQuestion } from './question/read-question.ts';
export { rules } from './rules/index.ts';
export { renderRuleIndex, renderRulePage } from './rules/rule-docs.ts';
export { findPackage, type LaunchedPackage } from './rules/servers/launched-package.ts';
export { isRandomLooking } from './rules/servers/secret-likeness.ts';
export { findSecretShape } from './rules/servers/secret-shapes.ts';
export {
  type Finding,
  type Fix,
  type FixEdit,
  type FoundProblem,
  type Persona,
  personas,
  type RelatedLocation,
  type RuleId,
  type Severity,
  severities,
} from './source/finding.ts';
export type { Location, TextRange } from './source/location.ts';
export type { SourceText } from './source/source-text.ts';
export { suggestRestrictions } from './suggest/suggest-restrictions.ts';
export type { RestrictionSuggestion, SuggestedPart, Suggestions, SuggestOptions } from './suggest/suggestion.ts';
export { type RestrictionTemplate, restrictionTemplates } from './templates.ts';
export { createWorkspace } from './workspace/create-workspace.ts';
export type { Example, Rule } from './workspace/rule.ts';
export type {
  CheckedMode,
  HookFault,
  ModesFile,
  ServersFile,
  ToolBudget,
  Workspace,
  WorkspaceInput,
} from './workspace/workspace.ts';
