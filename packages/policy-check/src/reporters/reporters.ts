import { conciseReporter } from './concise.ts';
import { githubReporter } from './github.ts';
import { gitlabReporter } from './gitlab.ts';
import { jsonlReporter, jsonReporter } from './json.ts';
import { junitReporter } from './junit.ts';
import { markdownReporter } from './markdown.ts';
import { prettyReporter } from './pretty.ts';
import type { Reporter } from './report-context.ts';
import { sarifReporter } from './sarif.ts';

/** The names of all formats. */
export const reportFormats = [
  'pretty',
  'concise',
  'json',
  'jsonl',
  'sarif',
  'junit',
  'github',
  'gitlab',
  'markdown',
] as const;

/** The name of a format. */
export type ReportFormat = (typeof reportFormats)[number];

/** All reporters, by format name. */
export const reporters: Readonly<Record<ReportFormat, Reporter>> = {
  pretty: prettyReporter,
  concise: conciseReporter,
  json: jsonReporter,
  jsonl: jsonlReporter,
  sarif: sarifReporter,
  junit: junitReporter,
  github: githubReporter,
  gitlab: gitlabReporter,
  markdown: markdownReporter,
};
