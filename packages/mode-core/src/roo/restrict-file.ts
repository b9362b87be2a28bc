import { decide } from '../decide/decide.ts';
import type { ToolRequest } from '../decide/request.ts';
import type { Refusal } from '../decision.ts';
import type { Policy } from '../policy/policy.ts';
import type { CompiledMode, FileLimit } from '../policy/policy-mode.ts';
import { collectCallPaths } from '../tools/call-paths.ts';
import { findTool } from '../tools/tool-catalogue.ts';
import { FileRestrictionError } from './file-restriction-error.ts';

/** @internal Creates the error that the upstream project throws for a file, if the refusal concerns a file. */
export function restrictFile(policy: Policy, request: ToolRequest, refusal: Refusal): FileRestrictionError | undefined {
  const mode = policy.compiled.modes.get(request.mode);
  if (mode === undefined || refusal.kind !== 'file') return undefined;
  const limit = findLimit(mode, request, refusal);
  if (limit === undefined) return undefined;
  const path = findRefusedPath(policy, request);
  return new FileRestrictionError(mode.mode.config.name, limit.pattern, limit.description, path, request.tool);
}

/**
 * Finds the restriction that caused the refusal: the restriction to which the decision refers, or the first restriction
 * of the tool's group if the decision refers to a fixed rule.
 */
function findLimit(mode: CompiledMode, request: ToolRequest, refusal: Refusal): FileLimit | undefined {
  const group = findTool(request.tool)?.group;
  const limits = group === undefined || group === 'always' ? [] : (mode.groups.get(group)?.limits ?? []);
  return limits.find((limit) => limit.by === refusal.by) ?? limits[0];
}

/** Finds the first path in the call, as written, that would be refused on its own. */
function findRefusedPath(policy: Policy, { mode, tool, params, pathKinds }: ToolRequest): string {
  const known = findTool(tool);
  const called = known && collectCallPaths(known, params ?? {});
  if (called === undefined || !called.ok) return '(arguments that cannot be read)';
  const ask = (path: string) => (known?.paths?.kind === 'patch' ? { patch: `*** Update File: ${path}` } : { path });
  const refused = called.paths.find((path) => !decide(policy, { mode, tool, params: ask(path), pathKinds }).allowed);
  // '' means the project root, or no path at all.
  return refused || '(no file)';
}
