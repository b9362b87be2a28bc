import { type RuleReference, refuse } from './decision.ts';
import { jsonPointer } from './json-pointer.ts';
import { getGroupName, getGroupOptions, type McpToolReference, type ToolGroup } from './mode.ts';
import { createModeProblem, type ModeProblem } from './mode-problem.ts';
import { compileNamePattern } from './name-pattern.ts';
import type { LoadedMode, ParsedModes } from './parse-modes.ts';
import { compilePattern } from './pattern/compile-pattern.ts';
import type {
  CompiledGroup,
  CompiledMcpRules,
  CompiledMode,
  FileLimit,
  PolicyMode,
  ServerRule,
  ToolRule,
} from './policy.ts';
import { show } from './show.ts';

interface CompileContext {
  readonly loaded: LoadedMode;
  readonly layer: ParsedModes;
  readonly problems: ModeProblem[];
}

/** Compiles one mode: its groups with their file limits, and its MCP rules, each with the reference that names it. */
export function compileMode(mode: PolicyMode, context: CompileContext): CompiledMode {
  const { slug } = mode.config;
  return {
    mode,
    pointer: context.loaded.pointer,
    refusal:
      context.loaded.invalid === undefined
        ? undefined
        : refuse(
            'MODE_INVALID',
            ruleAt(context.loaded.pointer, context),
            `Mode '${slug}' may use nothing until its error is fixed. ${context.loaded.invalid}`,
          ),
    groups: compileGroups(context),
    mcp: compileMcpRules(context),
    staticDecisions: new Map(),
    mcpDecisions: new Map(),
  };
}

function ruleAt(pointer: string, context: CompileContext): RuleReference {
  const { layer, loaded } = context;
  const line = layer.locate?.(pointer)?.line;
  return Object.freeze({
    layer: layer.source,
    pointer,
    mode: loaded.config.slug,
    ...(layer.file === undefined ? {} : { file: layer.file }),
    ...(line === undefined ? {} : { line }),
  });
}

function compileGroups(context: CompileContext): ReadonlyMap<ToolGroup, CompiledGroup> {
  const groups = new Map<ToolGroup, CompiledGroup>();
  const { config, groupIndexes, pointer } = context.loaded;
  for (const [index, entry] of config.groups.entries()) {
    const name = getGroupName(entry);
    const at = `${pointer}/groups/${groupIndexes[index] ?? index}`;
    const limit = compileLimit(getGroupOptions(entry), { ...context, at, group: name });
    const earlier = groups.get(name);
    groups.set(name, {
      by: earlier?.by ?? ruleAt(at, context),
      limits: [...(earlier?.limits ?? []), ...(limit === undefined ? [] : [limit])],
      fileDecisions: new Map(),
    });
  }
  return groups;
}

const groupsWithPaths: readonly ToolGroup[] = ['read', 'edit'];

function compileLimit(
  options: { readonly fileRegex?: string; readonly description?: string } | undefined,
  context: CompileContext & { readonly at: string; readonly group: ToolGroup },
): FileLimit | undefined {
  const source = options?.fileRegex;
  if (source === undefined) return undefined;
  const pointer = `${context.at}/1/fileRegex`;
  if (source === '') {
    report('PATTERN_EMPTY', 'an empty file pattern matches every file; remove it or write one', {
      ...context,
      pointer,
    });
    return undefined;
  }
  if (!groupsWithPaths.includes(context.group)) {
    report(
      'PATTERN_NOT_ENFORCEABLE',
      `a file pattern on the group '${context.group}' cannot be enforced, because its tools name no files; every call of this group is refused. Remove the pattern or the group`,
      { ...context, pointer },
    );
  }
  const pattern = compilePattern(source);
  if (!pattern.ok)
    report(
      pattern.code,
      `the file pattern ${show(source)} cannot be used, so every file is refused until it is fixed: ${pattern.message}`,
      { ...context, pointer },
    );
  return {
    pattern: source,
    description: options?.description,
    by: ruleAt(pointer, context),
    test: pattern.ok ? (path) => pattern.test(path) : undefined,
    failure: pattern.ok ? undefined : pattern.message,
  };
}

type PatternProblem =
  | 'PATTERN_EMPTY'
  | 'PATTERN_NOT_ENFORCEABLE'
  | 'PATTERN_INVALID'
  | 'PATTERN_UNSUPPORTED'
  | 'PATTERN_TOO_LARGE';

function report(code: PatternProblem, what: string, context: CompileContext & { readonly pointer: string }): void {
  const mode = context.loaded.config.slug;
  context.problems.push(
    createModeProblem(context.layer, code, { message: `In mode '${mode}', ${what}.`, pointer: context.pointer, mode }),
  );
}

function compileMcpRules(context: CompileContext): CompiledMcpRules {
  const { config, pointer, restrictionsInvalid } = context.loaded;
  const own = config.mcpRestrictions;
  const at = `${pointer}/mcpRestrictions`;
  const serverRules = (names: readonly string[] | undefined, listPointer: string): readonly ServerRule[] =>
    (names ?? []).map((name, index) => ({
      matches: compileNamePattern(name),
      by: ruleAt(`${listPointer}/${index}`, context),
    }));
  const toolRules = (tools: readonly McpToolReference[] | undefined, listPointer: string): readonly ToolRule[] =>
    (tools ?? []).map((tool, index) => ({
      matchesServer: compileNamePattern(tool.serverName),
      matchesTool: compileNamePattern(tool.toolName),
      by: ruleAt(`${listPointer}/${index}`, context),
    }));
  const closed = <Rule>(listPointer: string, rules: readonly Rule[]) => ({ by: ruleAt(listPointer, context), rules });
  const zooPointer = `${pointer}${jsonPointer('allowedMcpServers')}`;
  return {
    invalid:
      restrictionsInvalid === undefined ? undefined : { reason: restrictionsInvalid, by: ruleAt(pointer, context) },
    closedServers: [
      ...(own?.allowedServers
        ? [closed(`${at}/allowedServers`, serverRules(own.allowedServers, `${at}/allowedServers`))]
        : []),
      ...(config.allowedMcpServers ? [closed(zooPointer, serverRules(config.allowedMcpServers, zooPointer))] : []),
    ],
    disallowedServers: serverRules(own?.disallowedServers, `${at}/disallowedServers`),
    closedTools: own?.allowedTools && closed(`${at}/allowedTools`, toolRules(own.allowedTools, `${at}/allowedTools`)),
    disallowedTools: toolRules(own?.disallowedTools, `${at}/disallowedTools`),
  };
}
