import { findAgentStarts, otherAgentFiles } from '@modegate/agent-policies';
import { isJsonObject } from '@modegate/json';
import { escapeControls } from '@modegate/policy-check/reporters';
import { isAtPlace } from '@modegate/project/node';
import { readLooseJson } from '@modegate/server-config';
import type { ListedFiles } from '../project/listed-files.ts';

/**
 * Lists the files in a project that relate to agents but are not read: files of other agents, and workflows that start
 * an agent with options of their own. Each entry is a phrase, such as `.cursor/cli.json (Cursor)`.
 *
 * @param read - Names of the files that are read.
 */
export async function findUnread(files: ListedFiles, read: ReadonlySet<string>): Promise<readonly string[]> {
  const listed = ((await files.list()) ?? []).filter((path) => !read.has(files.show(path)));
  const others = await Promise.all(
    otherAgentFiles.map(async ({ title, places, key }) => {
      const paths = listed.filter(isAtPlace(places));
      const texts = key === undefined ? [] : await Promise.all(paths.map((path) => textOf(files, path)));
      const own = paths.filter((_, index) => key === undefined || hasKey(texts[index] ?? '', key));
      return describeFiles(own, title);
    }),
  );
  const workflows = listed.filter((path) => workflowPath.test(path));
  const starts = await Promise.all(workflows.map(async (path) => describeStarts(path, await textOf(files, path))));
  return [...others, ...starts].flat().map(escapeControls);
}

const workflowPath = /^\.github\/(?:workflows\/[^/]+|actions\/.+\/action)\.ya?ml$/;

const maxShown = 3;

function describeFiles(paths: readonly string[], title: string): readonly string[] {
  const more = paths.length > maxShown ? [`and ${paths.length - maxShown} more`] : [];
  return paths.length === 0 ? [] : [`${[...paths.slice(0, maxShown), ...more].join(', ')} (${title})`];
}

/**
 * Describes the commands in a workflow that start agents: "`.github/workflows/review.yml:9` starts claude with -p,
 * --dangerously-skip-permissions".
 */
function describeStarts(path: string, text: string): readonly string[] {
  return findAgentStarts(text).map(({ program, options, line }) => {
    const given = options.length === 0 ? '' : ` with ${options.join(', ')}`;
    return `${path}:${line}, which starts ${program}${given}`;
  });
}

function hasKey(text: string, start: string): boolean {
  const { value } = readLooseJson(text);
  return isJsonObject(value) && Object.keys(value).some((key) => key.startsWith(start));
}

async function textOf(files: ListedFiles, path: string): Promise<string> {
  const reading = await files.read(path);
  return reading.state === 'read' ? reading.text : '';
}
