// Everything here is public API: add with care. Queries about permissions, without the rules of the checker, for pages
// that must stay small.

export type { Bypass, BypassCertainty, BypassKind, BypassOptions } from '../bypasses/bypass.ts';
export { findBypasses } from '../bypasses/find-bypasses.ts';
export { type CommandEnforcement, describeEnforcement } from '../commands/enforcement.ts';
export { describeDiff, describeRow } from '../diff/describe-diff.ts';
export { type DiffOptions, diffPolicies } from '../diff/diff-policies.ts';
export {
  type ComparedSettings,
  type ConfiguredState,
  diffSettings,
  type SettingChange,
} from '../diff/diff-settings.ts';
export { groupChanges } from '../diff/group-changes.ts';
export type {
  ChangeKind,
  FileLimitChange,
  PermissionChange,
  PolicyDiff,
} from '../diff/permission-change.ts';
export type { PolicyState } from '../diff/policy-state.ts';
export {
  type CellState,
  cellSigns,
  cellStates,
  cellWords,
  describeCell,
  type Grid,
  type GridCell,
  type GridColumn,
  type GridLine,
  type GridSection,
  groupWords,
  sectionTitle,
  summariseCells,
} from '../grid/grid.ts';
export { type GridOptions, gridOfMatrix } from '../grid/grid-of-matrix.ts';
export { plainName } from '../grid/plain-name.ts';
export type {
  InventoryToolHints,
  ServerInventory,
  ToolInventory,
} from '../matrix/inventory.ts';
export { type MatrixOptions, permissionMatrix } from '../matrix/permission-matrix.ts';
export type {
  PermissionCondition,
  PermissionMatrix,
  PermissionRow,
  PermissionState,
  PermissionSubject,
} from '../matrix/permission-row.ts';
export { formatSubject, subjectKey } from '../matrix/subjects.ts';
export { type CallQuestion, type QuestionReading, readQuestion } from '../question/read-question.ts';
export {
  type CommandSuggestion,
  type CommandSuggestions,
  type SeenCommand,
  suggestCommands,
} from '../suggest/suggest-commands.ts';
