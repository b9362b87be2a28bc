import { join, resolve, sep } from 'node:path';
import { ModeError, type ModeProblem } from '@modegate/mode-core';
import { createModeProblem, slugPattern } from '@modegate/mode-core/modes';
import type { PromptRules, RuleFile } from '@modegate/mode-core/prompt';
import { readTextFile } from '@modegate/text-files';
import { showUnder } from './folder-files.ts';
import { listRuleFiles } from './list-rule-files.ts';

/** Mode whose rules are to be loaded, and limits for loading. */
export interface RulesRequest {
  readonly projectRoot: string;
  /** Slug of the mode. */
  readonly mode: string;
  /**
   * The user's home folder; its `.roo/` contains rules for every project. Default: only the project's rules are read.
   */
  readonly homeDir?: string | undefined;
  /** True to read `AGENTS.md` and similar files. Default true. */
  readonly agentFiles?: boolean | undefined;
  /** Maximum number of files. Default 500. */
  readonly maxFiles?: number | undefined;
  /** Maximum size of all files together, in bytes. Default 1 MiB. */
  readonly maxBytes?: number | undefined;
}

/** Rule texts for `renderSystemPrompt`, and problems that occurred while the rules were being loaded. */
export interface LoadedRules extends PromptRules {
  readonly mode: readonly RuleFile[];
  readonly agent: readonly RuleFile[];
  readonly generic: readonly RuleFile[];
  /** Problems, all with the code RULES_UNREADABLE. */
  readonly problems: readonly ModeProblem[];
}

/**
 * Loads a mode's rules in the order used by this family of clients: `.roo/rules-<slug>/`, `.rooignore`, `AGENTS.md` (or
 * `AGENT.md`) and `AGENTS.local.md`, and `.roo/rules/`; folders in the home folder come first. If no folder contains a
 * rule, reads `.roorules-<slug>` or `.clinerules-<slug>` (without the slug for generic rules) instead. Omits and
 * reports a file that is unreadable, exceeds the limits, or is a link that leads out of the project. Links in the home
 * folder may lead anywhere.
 *
 * @throws {ModeError} MODE_INVALID if `mode` is not a slug, so that a name like `../x` never becomes a path.
 */
export async function loadRules(request: RulesRequest): Promise<LoadedRules> {
  const { mode: slug } = request;
  if (!slugPattern.test(slug)) {
    const problem = `${JSON.stringify(String(slug).slice(0, 60))} is not a slug: expected letters, digits and dashes.`;
    throw new ModeError('MODE_INVALID', problem, { data: { slug, problems: [problem] } });
  }
  const reader = createReader(request);
  // The files are read in sequence, because the limits apply to all rules together and the mode's own rules come first.
  const mode = await readRules(reader, {
    folder: `rules-${slug}`,
    fallbacks: [`.roorules-${slug}`, `.clinerules-${slug}`],
  });
  const ignore = await reader.read(join(reader.root, '.rooignore'));
  const agent = request.agentFiles === false ? [] : await readAgentFiles(reader);
  const generic = await readRules(reader, { folder: 'rules', fallbacks: ['.roorules', '.clinerules'] });
  return {
    mode,
    agent,
    generic,
    problems: reader.problems,
    ...(ignore === undefined ? {} : { ignore: explainIgnore(ignore.text) }),
  };
}

interface Reader {
  readonly root: string;
  readonly home: string | undefined;
  readonly problems: readonly ModeProblem[];
  /**
   * Reads a file; returns undefined if the file is missing or blank, or if it is unreadable or exceeds the limits. The
   * latter two cases are reported.
   */
  readonly read: (path: string) => Promise<RuleFile | undefined>;
  readonly report: (detail: string, path: string) => void;
}

function createReader({ projectRoot, homeDir, maxFiles = 500, maxBytes = 1024 * 1024 }: RulesRequest): Reader {
  const root = resolve(projectRoot);
  const home = homeDir === undefined ? undefined : resolve(homeDir);
  const problems: ModeProblem[] = [];
  const left = { files: maxFiles, bytes: maxBytes };
  const isPersonal = (path: string) => home !== undefined && !isUnder(root, path) && isUnder(home, path);
  const report = (detail: string, path: string) => {
    const source = isPersonal(path) ? 'global' : 'project';
    const problem = { message: `A rule file was skipped: ${detail}.`, pointer: '' };
    problems.push(createModeProblem({ source, file: showPath(path) }, 'RULES_UNREADABLE', problem));
  };
  const showPath = (path: string) =>
    home !== undefined && isPersonal(path) ? `~/${showUnder(home, path)}` : showUnder(root, path);
  const read = async (path: string): Promise<RuleFile | undefined> => {
    const within = home === undefined || isUnder(root, path) || !isUnder(home, path) ? root : undefined;
    const found = await readTextFile(path, { maxBytes: left.bytes, within });
    if (found.state === 'unreadable')
      report(
        found.code === 'FILE_TOO_LARGE' ? `all rules together may be at most ${maxBytes} bytes long` : found.reason,
        path,
      );
    if (found.state !== 'read' || found.text.trim() === '') return undefined;
    if (left.files === 0) report(`at most ${maxFiles} rule files are read`, path);
    if (left.files === 0) return undefined;
    left.files--;
    left.bytes -= Buffer.byteLength(found.text);
    return { path: showPath(path), text: found.text.replace(/^\uFEFF+/, '') };
  };
  return { root, home, problems, read, report };
}

async function readRules(
  reader: Reader,
  { folder, fallbacks }: { readonly folder: string; readonly fallbacks: readonly string[] },
): Promise<readonly RuleFile[]> {
  const homes = [...(reader.home === undefined || reader.home === reader.root ? [] : [reader.home]), reader.root];
  const lists = await Promise.all(
    homes.map((home) => listRuleFiles(join(home, '.roo', folder), home === reader.root ? { within: home } : {})),
  );
  for (const [index, { failures }] of lists.entries())
    for (const failure of failures) reader.report(failure, join(homes[index] ?? '', '.roo', folder));
  const files = await readAll(
    reader,
    lists.flatMap(({ paths }) => paths),
  );
  return files.length > 0 ? files : readFirst(reader, fallbacks);
}

async function readAgentFiles(reader: Reader): Promise<readonly RuleFile[]> {
  const shared = await readFirst(reader, ['AGENTS.md', 'AGENT.md']);
  return [...shared, ...(await readAll(reader, [join(reader.root, 'AGENTS.local.md')]))];
}

async function readAll(reader: Reader, paths: readonly string[]): Promise<readonly RuleFile[]> {
  const files: RuleFile[] = [];
  for (const path of paths) {
    const file = await reader.read(path);
    if (file !== undefined) files.push(file);
  }
  return files;
}

async function readFirst(reader: Reader, names: readonly string[]): Promise<readonly RuleFile[]> {
  for (const name of names) {
    const file = await reader.read(join(reader.root, name));
    if (file !== undefined) return [file];
  }
  return [];
}

function explainIgnore(patterns: string): string {
  return `# Files that are off limits (.rooignore):\nDo not read or change files that match these patterns (.gitignore syntax), and do not pass them to a command. A later line overrides an earlier line.\n\n${patterns.trim()}`;
}

function isUnder(folder: string, path: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
