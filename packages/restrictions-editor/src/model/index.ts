// Everything here is public API: add with care.
export type { Act } from './act-context.ts';
export type {
  Answers,
  FixRequest,
  FixView,
  ListedMode,
  MatrixQuestion,
  ServerSummary,
  WhyAnswer,
  WhyQuestion,
} from './answers.ts';
export {
  type ActResult,
  applyAct,
  closedLists,
  type RefusedSubject,
  setClosed,
} from './apply-act.ts';
export { type BrokenFile, listBrokenFiles } from './broken-files.ts';
export type {
  EditedFile,
  EditorProject,
  EditorServer,
  OfferedServer,
  OfferedTool,
} from './editor-project.ts';
export { type CallCheck, type CallExplanation, explainCall } from './explain-call.ts';
export { type FileLimitPreview, type GroupState, previewFileLimit, readGroup, writeGroup } from './file-limits.ts';
export {
  countRows,
  filterRows,
  type RowFilter,
  type RowQuery,
  rowFilters,
  type TreeLine,
  treeLines,
  visibleSubjects,
} from './filter-rows.ts';
export { type FindingView, findingKey, type LineRange, viewFinding } from './finding-view.ts';
export {
  addEntry,
  type EntryMatches,
  hasEntry,
  type ListedEntry,
  listEntries,
  matchEntry,
  removeEntry,
} from './list-entries.ts';
export { type ModeMeasure, measureMode } from './measure-mode.ts';
export { type MergeResult, type MergeSides, mergeDrafts } from './merge-drafts.ts';
export {
  type CompiledDraft,
  compileDraft,
  type McpRestrictionsValue,
  type ModeDraft,
  type OpenedProject,
  openProject,
  readDraft,
} from './mode-draft.ts';
export {
  type GroupView,
  type ModePermissions,
  permissionsOf,
  type WayAround,
} from './mode-view.ts';
export type { Origin, OriginKind } from './origin.ts';
export {
  decideRow,
  explainRow,
  listRows,
  type RowSubject,
  rowKey,
  type ServerRow,
  type ToolRow,
} from './permission-rows.ts';
export {
  changedLines,
  type DiffLine,
  diffText,
  type PermissionPreview,
  previewPermissions,
} from './preview-change.ts';
export { ownAct, type RestrictionList, restrictionLists } from './restriction-entries.ts';
