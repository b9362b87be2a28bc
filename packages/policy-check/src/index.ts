// Everything here is public API: add with care.

export { type Baseline, type BaselineEntry, createBaseline, readBaseline } from './check/baseline.ts';
export { type CheckOptions, type CheckResult, check, countFindings, type RuleSetting } from './check/check.ts';
export { type ApplyFixesOptions, applyFixes, type FixedFiles } from './fixes/apply-fixes.ts';
export {
  applyFixesWithoutGrants,
  type FixedAgentChange,
  type FixWithoutGrantsOptions,
  type GrantingFix,
  type NarrowFixedFiles,
} from './fixes/fixes-without-grants.ts';
export { compileHypothetical } from './fixes/hypothetical-policy.ts';
export { type MigrateOptions, type MigrationNote, type ModesMigration, migrateModes } from './migrate/migrate-modes.ts';
export { rules } from './rules/index.ts';
export { renderRuleIndex, renderRulePage } from './rules/rule-docs.ts';
export { findPackage } from './rules/servers/launched-package.ts';
export { isRandomLooking } from './rules/servers/secret-likeness.ts';
export { findSecretShape } from './rules/servers/secret-shapes.ts';
export {
  type Finding,
  type Fix,
  type FixEdit,
  type FoundProblem,
  type RelatedLocation,
  type RuleId,
  type RulePreset,
  rulePresets,
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
  CheckedModesFile,
  CheckedServersFile,
  HookFault,
  PermissionFault,
  ToolBudget,
  Workspace,
  WorkspaceInput,
} from './workspace/workspace.ts';
