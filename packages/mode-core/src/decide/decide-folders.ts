import { allow, type Decision, type Refusal, refuse } from '../decision.ts';
import type { CompiledMode, FileLimit } from '../policy/policy-mode.ts';
import { printable } from '../show.ts';
import { normaliseProjectPath, type ProjectPath } from '../tools/project-path.ts';
import type { ToolParameters } from '../tools/tool-parameters.ts';
import { type FileQuestion, limitInWords, refusePath } from './file-question.ts';

type FolderQuestion = FileQuestion & { readonly folders: readonly string[] };

/** @internal Judges a call that reads what is below a folder: every limit must provably hold for all of it. Without a folder it is the project root. */
export function decideFolders(mode: CompiledMode, question: FolderQuestion): Decision {
  const { group, folders, projectRoot } = question;
  for (const given of folders.length === 0 ? [''] : folders) {
    const folder = normaliseFolder(given, projectRoot);
    if (!folder.ok) return refusePath(mode, { ...question, given }, folder);
    const refusal = judgeFolder(mode, question, folder.path);
    if (refusal !== undefined) return refusal;
  }
  return allow(group.limits[0]?.by ?? group.by);
}

/** The folder as the start of every path below it: `''` for the project root, otherwise with a slash at its end. */
function normaliseFolder(given: string, projectRoot: string | undefined): ProjectPath {
  if (given === '') return { ok: true, path: '' };
  const path = normaliseProjectPath(given.endsWith('/') ? given : `${given}/`, projectRoot);
  if (path.ok) return { ok: true, path: `${path.path}/` };
  return path.reason === 'empty' ? { ok: true, path: '' } : path;
}

function judgeFolder(mode: CompiledMode, question: FolderQuestion, prefix: string): Refusal | undefined {
  const { tool, request, group } = question;
  const params = request.params ?? {};
  const paths = { prefix, suffix: readSuffix(question, params), isFlat: isFlat(question, params) };
  const failed = group.limits.find((limit) => limit.covers?.(paths) !== true);
  if (failed === undefined) return undefined;
  const shown = prefix === '' ? 'the project root' : `'${printable(prefix.slice(0, -1))}'`;
  return refuse(
    'FOLDER_NOT_COVERED',
    failed.by,
    `'${tool.name}' reads what is below ${shown}, and the limit of mode '${mode.mode.config.slug}' (${limitInWords(failed)}) does not provably hold for all of it. ${suggest(question, paths)}`,
  );
}

/** The end of every path that is read: only of the form `*.ext`, since all else is matched in more ways than one. */
function readSuffix({ tool }: FolderQuestion, params: ToolParameters): string {
  const key = tool.paths?.kind === 'folder' ? tool.paths.narrowedBy : undefined;
  const pattern = key === undefined ? undefined : params[key];
  return (typeof pattern === 'string' && /^\*((?:\.[\w-]+)+)$/.exec(pattern)?.[1]) || '';
}

function isFlat({ tool }: FolderQuestion, { recursive }: ToolParameters): boolean {
  const depth = tool.paths?.kind === 'folder' ? tool.paths.depth : 'all';
  if (depth !== 'recursive') return depth === 'one';
  // Whatever is not surely off may be on for some executor.
  return recursive === undefined || recursive === null || recursive === false || recursive === 'false';
}

interface Ends {
  readonly prefix: string;
  readonly suffix: string;
  readonly isFlat: boolean;
}

/** The nearest call that would be allowed, where there is one, or else what can be proven. */
function suggest({ tool, group: { limits } }: FolderQuestion, ends: Ends): string {
  const isCovered = (paths: Ends) => limits.every((limit) => limit.covers?.(paths));
  const extension = takesPattern(tool)
    ? findInLimits(limits, /\\(\.\w{1,16})(?![\w+*?{])/g).find((suffix) => isCovered({ ...ends, suffix }))
    : undefined;
  if (extension !== undefined) return `Search with file_pattern '*${extension}'.`;
  const folders = findInLimits(limits, /(?:^|[\^|(])((?:[\w-]{1,64}\/){1,8})/g);
  const folder = folders.find((prefix) => prefix.startsWith(ends.prefix) && isCovered({ ...ends, prefix }));
  if (folder !== undefined) return `Name a folder for which it does, such as '${folder.slice(0, -1)}'.`;
  return "Read single files instead. Limits such as '^src/', '^(src|docs)/' and '^(?!secrets/)' can be proved for a folder, and '\\.md$' for a search with file_pattern '*.md'.";
}

function takesPattern({ paths }: FolderQuestion['tool']): boolean {
  return paths?.kind === 'folder' && paths.narrowedBy !== undefined;
}

/** Pieces of the patterns that may be useful; each is tried before it is suggested. */
function findInLimits(limits: readonly FileLimit[], piece: RegExp): readonly string[] {
  const found = limits.flatMap(({ pattern }) => [...pattern.matchAll(piece)].map(([, text = '']) => text));
  return [...new Set(found)].slice(0, 4);
}
