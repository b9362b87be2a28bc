import { allow, type Decision, type Refusal, refuse } from '../decision.ts';
import type { CompiledMode, FileLimit } from '../policy/policy-mode.ts';
import { printable } from '../show.ts';
import { normaliseProjectPath, type ProjectPath } from '../tools/project-path.ts';
import { type FileQuestion, limitInWords, refusePath } from './file-question.ts';
import type { PathKind, ToolRequest } from './request.ts';

/**
 * @internal Determines how to evaluate a path. A tool that takes files and folders reads or deletes either, so a path
 * of unknown kind may be either. A tool that reads files lists the entries if it is given a folder.
 */
export function findPathKind(
  { tool, request, projectRoot }: FileQuestion,
  given: string,
): 'file' | 'folder' | 'either' {
  const kind = tool.paths?.kind;
  if (kind === 'folder' || kind === 'tree') {
    const known = findKind(request, given);
    if (known === 'file' || known === 'folder') return known;
    return kind === 'folder' && isRoot(given, projectRoot) ? 'folder' : 'either';
  }
  return kind === 'list' && tool.group === 'read' && findKind(request, given) === 'folder' ? 'folder' : 'file';
}

/** True for the project root. A path with `\\` may be a file name on POSIX, so it does not reliably denote the root. */
function isRoot(given: string, projectRoot: string | undefined): boolean {
  if (given.includes('\\')) return false;
  const folder = normaliseFolder(given, projectRoot);
  return folder.ok && folder.path === '';
}

function findKind({ pathKinds }: ToolRequest, given: string): PathKind | undefined {
  return pathKinds !== undefined && Object.hasOwn(pathKinds, given) ? pathKinds[given] : undefined;
}

/**
 * @internal Evaluates everything below a folder: every restriction must provably be satisfied by each file that the
 * tool reads.
 */
export function decideFolder(mode: CompiledMode, question: FileQuestion, given: string): Decision {
  const folder = normaliseFolder(given, question.projectRoot);
  if (!folder.ok) return refusePath(mode, { ...question, given }, folder);
  return judgeFolder(mode, { ...question, given }, folder.path) ?? allowByLimit(question);
}

function allowByLimit({ group }: FileQuestion): Decision {
  return allow(group.limits[0]?.by ?? group.by);
}

/** @internal Refuses a path that would be allowed as a folder, but not as a file, since it may be a file. */
export function refuseEither(question: FileQuestion, given: string, refusal: Refusal): Refusal {
  if (refusal.code !== 'FILE_RESTRICTED') return refusal;
  const { tool, request, group } = question;
  const known = findKind(request, given) === 'missing' ? 'It does not exist' : 'It is not known to be a folder';
  const ends = { prefix: '', suffix: readSuffix(question), isFlat: isFlat(question) };
  const way =
    ends.suffix !== '' && isCovered(group, ends) ? ` Search the project root with file_pattern '*${ends.suffix}'.` : '';
  return refuse(refusal.code, refusal.by, `${refusal.reason} ${known}, and '${tool.name}' takes a file too.${way}`);
}

type FolderQuestion = FileQuestion & { readonly given: string };

/**
 * @internal Returns the prefix of every path below a folder: `''` for the project root; otherwise, the path with a
 * trailing slash.
 */
export function normaliseFolder(given: string, projectRoot: string | undefined): ProjectPath {
  if (given === '') return { ok: true, path: '' };
  const path = normaliseProjectPath(given.endsWith('/') ? given : `${given}/`, projectRoot);
  if (path.ok) return { ok: true, path: `${path.path}/` };
  return path.reason === 'empty' ? { ok: true, path: '' } : path;
}

function judgeFolder(mode: CompiledMode, question: FolderQuestion, prefix: string): Refusal | undefined {
  const { tool, group } = question;
  const ends = { prefix, suffix: readSuffix(question), isFlat: isFlat(question) };
  const failed = group.limits.find((limit) => limit.covers?.(ends) !== true);
  if (failed === undefined) return undefined;
  const shown = prefix === '' ? 'the project root' : `'${printable(prefix.slice(0, -1))}'`;
  const reason = `'${tool.name}' ${tool.group === 'read' ? 'reads' : 'changes'} everything below ${shown}, and this program cannot prove that the limit of mode '${mode.mode.config.slug}' (${limitInWords(failed)}) allows all of these files. ${suggest(question, ends)}`;
  return refuse('FOLDER_NOT_COVERED', failed.by, reason);
}

/**
 * Returns the suffix of all paths that are read. Supports only `*.ext`, because tools match other patterns differently.
 */
function readSuffix({ tool, request }: FileQuestion): string {
  const key = tool.paths?.kind === 'folder' ? tool.paths.narrowedBy : undefined;
  const pattern = key === undefined ? undefined : request.params?.[key];
  return (typeof pattern === 'string' && /^\*((?:\.[\w-]+)+)$/.exec(pattern)?.[1]) || '';
}

function isFlat({ tool: { paths }, request }: FileQuestion): boolean {
  // A tool that reads files lists the entries if it is given a folder.
  if (paths?.kind === 'list') return true;
  const depth = paths?.kind === 'folder' ? paths.depth : 'all';
  if (depth !== 'recursive') return depth === 'one';
  const recursive = request.params?.recursive;
  // Some executors may treat any value other than false as true.
  return recursive === undefined || recursive === null || recursive === false || recursive === 'false';
}

interface Ends {
  readonly prefix: string;
  readonly suffix: string;
  readonly isFlat: boolean;
}

/** Suggests the nearest call that would be allowed or, if there is none, describes what can be proven. */
function suggest(question: FolderQuestion, ends: Ends): string {
  const { tool, group } = question;
  const extension = takesPattern(tool)
    ? findInLimits(group.limits, /\\(\.\w{1,16})(?![\w+*?{])/g).find((suffix) => isCovered(group, { ...ends, suffix }))
    : undefined;
  if (extension !== undefined)
    return `Search ${isSurelyFolder(question, ends) ? '' : 'the project root '}with file_pattern '*${extension}'.`;
  const folders = findInLimits(group.limits, /(?:^|[\^|(])((?:[\w-]{1,64}\/){1,8})/g);
  const folder = folders.find((prefix) => prefix.startsWith(ends.prefix) && isCovered(group, { ...ends, prefix }));
  if (folder !== undefined) return `Specify a folder within the limit, such as '${folder.slice(0, -1)}'.`;
  return "Read individual files instead. Compliance with limits such as '^src/', '^(src|docs)/' and '^(?!secrets/)' can be proved for a folder. Compliance with the limit '\\.md$' can be proved for a search with file_pattern '*.md'.";
}

function isCovered({ limits }: FileQuestion['group'], ends: Ends): boolean {
  return limits.every((limit) => limit.covers?.(ends));
}

function isSurelyFolder({ request, given }: FolderQuestion, { prefix }: Ends): boolean {
  return prefix === '' || findKind(request, given) === 'folder';
}

function takesPattern({ paths }: FolderQuestion['tool']): boolean {
  return paths?.kind === 'folder' && paths.narrowedBy !== undefined;
}

/** Finds useful fragments of the patterns. Each fragment is tested before it is suggested. */
function findInLimits(limits: readonly FileLimit[], piece: RegExp): readonly string[] {
  const found = limits.flatMap(({ pattern }) => [...pattern.matchAll(piece)].map(([, text = '']) => text));
  return [...new Set(found)].slice(0, 4);
}
