import { defaultRule, type Refusal, type RefusalCode, refuse } from '../decision.ts';
import type { CompiledGroup, CompiledMode, FileLimit } from '../policy/policy-mode.ts';
import { printable } from '../show.ts';
import type { ProjectPath } from '../tools/project-path.ts';
import type { CatalogueTool } from '../tools/tool-catalogue.ts';
import type { ToolRequest } from './request.ts';

/** @internal A call to a tool whose group has file restrictions. */
export interface FileQuestion {
  readonly request: ToolRequest;
  readonly tool: CatalogueTool;
  readonly group: CompiledGroup;
  readonly projectRoot: string | undefined;
}

/** @internal Refuses a path that cannot be evaluated. */
export function refusePath(
  mode: CompiledMode,
  question: FileQuestion & { readonly given: string },
  { reason: cause, detail }: Extract<ProjectPath, { readonly ok: false }>,
): Refusal {
  const reason = `Path '${printable(question.given)}' is refused: ${detail}; ${describeLimits(mode, question.group)}.`;
  return refuse(pathRefusals[cause], defaultRule('path-in-project', mode.mode.config.slug), reason);
}

const pathRefusals: Readonly<Record<'outside' | 'ambiguous' | 'too-long' | 'empty', RefusalCode>> = {
  outside: 'FILE_OUTSIDE_PROJECT',
  ambiguous: 'FILE_PATH_INVALID',
  'too-long': 'FILE_PATH_INVALID',
  empty: 'FILE_PATH_MISSING',
};

/** @internal Describes all restrictions of a group as a phrase. */
export function describeLimits(mode: CompiledMode, group: CompiledGroup): string {
  return `mode '${mode.mode.config.slug}' is limited to ${group.limits.map(limitInWords).join(', and to ')}`;
}

/** @internal Describes a restriction as `files that match <pattern>`, or by its description with the pattern. */
export function limitInWords(limit: FileLimit): string {
  const pattern = printable(limit.pattern);
  return limit.description === undefined
    ? `files that match ${pattern}`
    : `${printable(limit.description)} (${pattern})`;
}
