import { allow, type Decision, defaultRule, type Refusal, refuse } from '../decision.ts';
import { maxPathLength } from '../pattern/compile-pattern.ts';
import type { CompiledMode, FileLimit } from '../policy/policy-mode.ts';
import { printable } from '../show.ts';
import { collectCallPaths } from '../tools/call-paths.ts';
import { normaliseProjectPath } from '../tools/project-path.ts';
import { findTool } from '../tools/tool-catalogue.ts';
import type { Call } from './call.ts';
import { decideFolder, findPathKind, refuseEither } from './decide-folder.ts';
import { describeLimits, type FileQuestion, limitInWords, refusePath } from './file-question.ts';

// Limits the work for a call with many paths and many restrictions, so that no call blocks the process. Matching a
// single path always takes bounded time.
const maxJudgedLength = 3 * maxPathLength;

/**
 * @internal Checks the file restrictions of the group. A file restriction on `mcp` cannot be enforced, so the call is
 * refused under every name, just as for `use_mcp_tool`.
 */
export function checkFile({ policy, mode, request, group, tool, isMcp }: Call): Decision | undefined {
  const judged = tool ?? findTool('use_mcp_tool');
  if (group === undefined || judged === undefined || group.limits.length === 0) return undefined;
  const decision = decideFile(mode, { request, tool: judged, group, projectRoot: policy.compiled.projectRoot });
  if (isMcp) return decision.allowed ? undefined : decision;
  mode.knownTools.set(request.tool, { allowed: undefined, tool: judged, group });
  return decision;
}

/**
 * @internal Checks every path in a call against every restriction of the group. Returns the first refusal, or a
 * decision that allows the call.
 */
export function decideFile(mode: CompiledMode, question: FileQuestion): Decision {
  const { group, tool, request } = question;
  const { slug } = mode.mode.config;
  const broken = group.limits.find((limit) => limit.test === undefined);
  if (broken !== undefined) {
    const reason = `Mode '${slug}' limits '${tool.group}' with an unusable file pattern, so no file is allowed: ${broken.failure ?? broken.pattern}.`;
    return refuse('PATTERN_INVALID', broken.by, reason);
  }
  if (tool.paths === undefined) return refuseUnenforceable(mode, question);
  const called = collectCallPaths(tool, request.params ?? {});
  if (!called.ok) {
    const reason = `Cannot determine which files this '${request.tool}' call accesses: ${called.detail}; ${describeLimits(mode, group)}.`;
    return refuse('FILE_PATH_INVALID', defaultRule('path-required', slug), reason);
  }
  let judgedLength = 0;
  for (const path of called.paths) judgedLength += path.length * group.limits.length;
  if (judgedLength > maxJudgedLength) {
    const reason = `This '${request.tool}' call contains too many paths, or paths that are too long, to be checked together (${judgedLength} characters, at most ${maxJudgedLength}). Split it into several calls.`;
    return refuse('FILE_PATH_INVALID', defaultRule('path-required', slug), reason);
  }
  let decision: Decision | undefined;
  for (const given of called.paths) {
    decision = decideByKind(mode, question, given);
    if (!decision.allowed) return decision;
  }
  return decision ?? refuseMissingPath(mode, question);
}

/** Evaluates a path as a file, as a folder, or as both if its kind is unknown. */
function decideByKind(mode: CompiledMode, question: FileQuestion, given: string): Decision {
  const kind = findPathKind(question, given);
  if (kind === 'file') return findFileDecision(mode, question, given);
  const folder = decideFolder(mode, question, given);
  if (kind === 'folder') return folder;
  const file = findFileDecision(mode, question, given);
  if (file.allowed) return folder;
  // If both evaluations refuse the path, the refusal for the folder explains how to narrow a search, and the refusal
  // for the file explains which file may be deleted.
  return folder.allowed || question.tool.paths?.kind === 'tree' ? refuseEither(question, given, file) : folder;
}

// Far more files than any one task touches. Bounds memory use if a caller makes up paths.
const maxRememberedFiles = 1024;
const maxRememberedPathLength = 256;

function findFileDecision(mode: CompiledMode, question: FileQuestion, given: string): Decision {
  const { fileDecisions, limits, by } = question.group;
  const known = fileDecisions.get(given);
  if (known !== undefined) return known;
  const decision = decidePath(mode, question, given) ?? allow(limits[0]?.by ?? by);
  if (given.length > maxRememberedPathLength) return decision;
  if (fileDecisions.size >= maxRememberedFiles) fileDecisions.clear();
  fileDecisions.set(given, decision);
  return decision;
}

function decidePath(mode: CompiledMode, question: FileQuestion, given: string): Refusal | undefined {
  const { group, projectRoot } = question;
  const path = normaliseProjectPath(given, projectRoot);
  if (!path.ok) return refusePath(mode, { ...question, given }, path);
  const failed = group.limits.find((limit) => !limit.test?.(path.path));
  return failed && refuseFile(mode, failed, path.path);
}

function refuseMissingPath(mode: CompiledMode, { group, request }: FileQuestion): Refusal {
  const reason = `This '${request.tool}' call does not specify a file, and ${describeLimits(mode, group)}. Specify the file in the arguments.`;
  return refuse('FILE_PATH_MISSING', defaultRule('path-required', mode.mode.config.slug), reason);
}

function refuseFile(mode: CompiledMode, limit: FileLimit, path: string): Refusal {
  const reason = `File '${printable(path)}' is outside the limit of mode '${mode.mode.config.slug}': ${limitInWords(limit)}.`;
  return refuse('FILE_RESTRICTED', limit.by, reason);
}

function refuseUnenforceable(mode: CompiledMode, { group, tool }: FileQuestion): Refusal {
  const by = group.limits[0]?.by ?? group.by;
  const reason = `Mode '${mode.mode.config.slug}' has a file pattern on the group '${tool.group}', but the tool '${tool.name}' in this group does not specify files. The limit cannot be enforced, so the call is refused. Remove the pattern from the mode.`;
  return refuse('LIMIT_NOT_ENFORCEABLE', by, reason);
}
