// The public API, listed by hand. Nothing else is exported.

export { codeFrame } from './code-frame.ts';
export { escapeControls, escapedJson } from './escape-controls.ts';
export type { JsonFinding, JsonReport } from './json.ts';
export { escapeMarkdown, markdownWithCode } from './markdown.ts';
export { isFailing, type ReportContext, type Reporter, type ReportStyle, ruleUrlOf } from './report-context.ts';
export { type ReportFormat, reporters, reportFormats } from './reporters.ts';
