import { compileCommandRules } from '../commands/compile-command-rules.ts';
import { type Refusal, type RefusalCode, refuse } from '../decision.ts';
import { getGroupName, getGroupOptions, type ToolGroup } from '../modes/mode.ts';
import { createModeProblem, type ModeProblem, type ModeProblemCode } from '../modes/mode-problem.ts';
import type { ClosingReason, LoadedMode, ParsedModes } from '../modes/parsed-modes.ts';
import { compilePattern } from '../pattern/compile-pattern.ts';
import { show } from '../show.ts';
import { compileMcpRules } from './compile-mcp-rules.ts';
import { ruleAt } from './inheritance-nodes.ts';
import type { CompiledGroup, CompiledMode, FileLimit, PolicyMode } from './policy-mode.ts';
import type { Lineages } from './resolve-inheritance.ts';

interface CompileContext {
  readonly loaded: LoadedMode;
  readonly layer: ParsedModes;
  readonly lineages: Lineages;
  readonly problems: ModeProblem[];
}

/** Compiles a mode: its groups with file restrictions, and its MCP rules, each with a reference to its source. */
export function compileMode(mode: PolicyMode, context: CompileContext): CompiledMode {
  return {
    mode,
    pointer: context.loaded.pointer,
    refusal: refuseInvalid(context),
    groups: compileGroups(context),
    closedTools: compileClosings(context.loaded.closedTools, 'TOOL_DISABLED', context),
    closedGroups: compileClosings(context.loaded.closedGroups, 'GROUP_MISSING', context),
    mcp: compileMcpRules(context.lineages.mcp),
    commands: compileCommandRules(context.lineages.commands),
    knownTools: new Map(),
    mcpDecisions: new Map(),
    wireDecisions: new Map(),
  };
}

/**
 * Refuses a mode that is invalid. Faults in the mode itself take precedence over faults in the modes that it extends.
 */
function refuseInvalid(context: CompileContext): Refusal | undefined {
  const { loaded, lineages } = context;
  const failure = lineages.mcp.failure ?? lineages.commands.failure;
  const reason = loaded.invalid ?? failure?.message;
  if (reason === undefined) return undefined;
  const pointer = loaded.invalid === undefined ? (failure?.pointer ?? loaded.pointer) : loaded.pointer;
  const start = `Mode '${loaded.config.slug}' cannot use any tools until its error is fixed.`;
  return refuse('MODE_INVALID', ruleAt(pointer, context), `${start} ${reason}`);
}

function compileClosings<Name extends string>(
  closed: ReadonlyMap<Name, ClosingReason> | undefined,
  code: RefusalCode,
  context: CompileContext,
): ReadonlyMap<Name, Refusal> {
  if (closed === undefined) return none as ReadonlyMap<Name, Refusal>;
  return new Map(
    [...closed].map(([name, { reason, pointer }]) => [name, refuse(code, ruleAt(pointer, context), reason)]),
  );
}

const none: ReadonlyMap<string, Refusal> = new Map();

function compileGroups(context: CompileContext): ReadonlyMap<ToolGroup, CompiledGroup> {
  const groups = new Map<ToolGroup, CompiledGroup>();
  const { config, groupIndexes, pointer } = context.loaded;
  for (const [index, entry] of config.groups.entries()) {
    const name = getGroupName(entry);
    const at = `${pointer}/groups/${groupIndexes[index] ?? index}`;
    const options = getGroupOptions(entry);
    const limit = options && compileLimit(options, { ...context, at, group: name });
    const { by = ruleAt(at, context), limits = [] } = groups.get(name) ?? {};
    groups.set(name, { by, limits: limit === undefined ? limits : [...limits, limit], fileDecisions: new Map() });
  }
  return groups;
}

const groupsWithPaths: readonly ToolGroup[] = ['read', 'edit'];

function compileLimit(
  options: { readonly fileRegex?: string; readonly description?: string },
  context: CompileContext & { readonly at: string; readonly group: ToolGroup },
): FileLimit | undefined {
  const source = options.fileRegex;
  if (source === undefined) return undefined;
  const pointer = `${context.at}/1/fileRegex`;
  const report = (code: ModeProblemCode, what: string) => {
    const mode = context.loaded.config.slug;
    const message = `In mode '${mode}', ${what}.`;
    context.problems.push(createModeProblem(context.layer, code, { message, pointer, mode }));
  };
  if (source === '') {
    report('PATTERN_EMPTY', 'an empty file pattern matches every file; remove it, or write a pattern');
    return undefined;
  }
  if (!groupsWithPaths.includes(context.group)) {
    const what = `a file pattern on the group '${context.group}' cannot be enforced, because the tools of the group do not specify files; every call of this group is refused. Remove the pattern or the group`;
    report('PATTERN_NOT_ENFORCEABLE', what);
  }
  const pattern = compilePattern(source);
  if (!pattern.ok)
    report(
      pattern.code,
      `the file pattern ${show(source)} cannot be used, so every file is refused until it is fixed: ${pattern.message}`,
    );
  return {
    pattern: source,
    description: options.description,
    by: ruleAt(pointer, context),
    test: pattern.ok ? (path) => pattern.test(path) : undefined,
    covers: pattern.ok ? (paths) => pattern.covers(paths) : undefined,
    failure: pattern.ok ? undefined : pattern.message,
  };
}
