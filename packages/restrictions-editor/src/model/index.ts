// Everything here is public API: add with care.
export { type Act, acts } from './act-context.ts';
export type { Answers, FixRequest, FixView, ListedMode, ServerSummary, WhyAnswer, WhyQuestion } from './answers.ts';
export { applyAct, setClosed } from './apply-act.ts';
export { type BrokenFile, listBrokenFiles } from './broken-files.ts';
export type { EditedFile, EditorProject, OfferedServer, OfferedTool } from './editor-project.ts';
export { type CallExplanation, type CommandPart, type CommandParts, explainCall } from './explain-call.ts';
export { previewFileLimit, readGroup, writeGroup } from './file-limits.ts';
export { countRows, filterRows, treeLines, visibleSubjects } from './filter-rows.ts';
export { type FindingLines, type FindingView, findingKey, viewFinding } from './finding-view.ts';
export { addEntry, listEntries, matchEntry, removeEntry } from './list-entries.ts';
export { measureMode } from './measure-mode.ts';
export { mergeDrafts } from './merge-drafts.ts';
export {
  type CommandRestrictionsValue,
  compileDraft,
  type McpRestrictionsValue,
  type ModeDraft,
  openProject,
  readDraft,
} from './mode-draft.ts';
export { type ModePermissions, permissionsOf, type WayAround } from './mode-view.ts';
export { decideRow, explainRow, listRows, type RowSubject, rowKey, type ServerRow } from './permission-rows.ts';
export { changedLines, diffText, previewPermissions } from './preview-change.ts';
export { blankQuestion, questionFields, runsCommand } from './question-fields.ts';
