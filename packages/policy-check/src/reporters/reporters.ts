import { conciseReporter } from './concise.ts';
import { githubReporter } from './github.ts';
import { gitlabReporter } from './gitlab.ts';
import { jsonlReporter, jsonReporter } from './json.ts';
import { junitReporter } from './junit.ts';
import { markdownReporter } from './markdown.ts';
import { prettyReporter } from './pretty.ts';
import type { Reporter } from './report-context.ts';
import { sarifReporter } from './sarif.ts';

/** All reporters, by format name. */
export const reporters = {
  pretty: prettyReporter,
  concise: conciseReporter,
  json: jsonReporter,
  jsonl: jsonlReporter,
  sarif: sarifReporter,
  junit: junitReporter,
  github: githubReporter,
  gitlab: gitlabReporter,
  markdown: markdownReporter,
} as const satisfies Readonly<Record<string, Reporter>>;

/** The name of a format. */
export type ReportFormat = keyof typeof reporters;

/** The names of all formats. */
export const reportFormats = Object.keys(reporters) as readonly ReportFormat[];
