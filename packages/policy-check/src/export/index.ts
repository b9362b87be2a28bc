// Everything here is public API: add with care.

export { type ExportOptions, exportMode, type ModeExport } from './export-mode.ts';
export type { ExportedRule, ExportOutcome } from './export-rule.ts';
export { type ExportTarget, exportTargets, type WriterOptions, type WrittenFile } from './export-target.ts';
