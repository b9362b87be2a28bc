// The public surface, written out by hand. Nothing else is exported.

export { conciseReporter } from './concise.ts';
export { githubReporter } from './github.ts';
export { gitlabReporter } from './gitlab.ts';
export { type JsonFinding, type JsonReport, jsonlReporter, jsonReporter, jsonReportVersion } from './json.ts';
export { junitReporter } from './junit.ts';
export { escapeMarkdown, markdownReporter } from './markdown.ts';
export { prettyReporter } from './pretty.ts';
export { printable, printableJson } from './printable.ts';
export { isFailing, type ReportContext, type Reporter, type ReportStyle } from './report-context.ts';
export { type ReportFormat, reporters, reportFormats } from './reporters.ts';
export { sarifReporter } from './sarif.ts';
