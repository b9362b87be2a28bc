import { type Circumstances, decide, type ToolRequest } from '@modegate/mode-core';
import { findTool, toolCatalogue } from '@modegate/mode-core/tools';
import {
  type ConfiguredState,
  diffPolicies,
  diffSettings,
  type PermissionChange,
  type PermissionSubject,
  subjectKey,
} from '@modegate/policy-check/permissions';
import {
  branches,
  compileState,
  files,
  guardedFiles,
  type PlainProject,
  servers,
  slugs,
  tools,
  unknownServers,
} from './mutated-project.ts';

/** What `diff` says wrongly of a pair of projects, by what `decide` says of every call; empty where it is right. */
export function misjudged([first, second]: readonly [PlainProject, PlainProject]): readonly string[] {
  const [before, after] = [compileState(first), compileState(second)];
  const { changes } = diffPolicies(before, after);
  const settings = diffSettings(before, after);
  const granted = changes.filter(({ mayGrant }) => mayGrant);
  const opened = listCalls([...new Set([...slugsOf(before), ...slugsOf(after)])]).filter(
    ({ request }) => decide(after.policy, request).allowed && !decide(before.policy, request).allowed,
  );
  const certain = granted.filter(isComparable);
  // Conditions that contradict each other leave nothing. That is not detected here, so what follows from conditional rows alone is skipped.
  const isFollowing = (change: PermissionChange) =>
    isCaller(change) && !certain.some(({ mode, subject }) => mode === change.mode && subject.kind !== 'tool');
  const openedHooks = surroundings.flatMap((where) =>
    hookCalls.filter((call) => allowsHook(after, call, where) && !allowsHook(before, call, where)),
  );
  return [
    ...opened
      .filter((call) => !granted.some((change) => isOf(change, call)))
      .map((call) => `not told: ${JSON.stringify(call.request)}`),
    ...certain
      .filter((change) => !isFollowing(change))
      .filter((change) => !opened.some((call) => isOf(change, call) || isByServers(change, call)))
      .map(({ message }) => `no grant: ${message}`),
    ...(openedHooks.length > 0 && granted.length === 0 && settings.every(({ mayGrant }) => !mayGrant)
      ? [`not told: ${JSON.stringify(openedHooks[0])}`]
      : []),
    ...settings
      .filter(({ mayGrant }) => mayGrant && opened.length + openedHooks.length === 0)
      .filter(() => changes.every(isComparable) && ![first, second].some(hasConditions))
      .map(({ message }) => `no grant: ${message}`),
  ];
}

/** Of limits that cannot be compared, and of names that nobody has listed, only "may" is said. */
function isComparable({ kind, after }: PermissionChange): boolean {
  const { state, conditions } = after;
  return kind !== 'changed' && state !== 'unknown' && conditions.every((one) => one.kind !== 'circumstances');
}

function hasConditions(project: PlainProject): boolean {
  return JSON.stringify(project).includes('"when"');
}

function slugsOf({ policy }: ConfiguredState): readonly string[] {
  return policy.modes.map(({ config }) => config.slug);
}

interface Call {
  readonly request: ToolRequest;
  /** What a change that tells the call may be about: the exact subject, or what stands for it where nothing names it. */
  readonly subjects: ReadonlySet<string>;
}

const surroundings: readonly Circumstances[] = branches.map((branch) => ({ context: { branch } }));

function listCalls(modes: readonly string[]): readonly Call[] {
  return modes.flatMap((mode) =>
    surroundings.flatMap((where) =>
      [...nativeCalls, ...mcpCalls].map((call) => ({ ...call, request: { ...where, ...call.request, mode } })),
    ),
  );
}

const nativeCalls = toolCatalogue
  .filter(({ group }) => group !== 'mcp')
  .flatMap(({ name, paths }) =>
    (paths === undefined ? [undefined] : files).map((file) => ({
      request: { tool: name, ...parametersOf(name, file) },
      subjects: new Set([subjectKey({ kind: 'tool', tool: name })]),
    })),
  );

function parametersOf(tool: string, file: string | undefined): Partial<ToolRequest> {
  if (file === undefined) return {};
  const isPatch = findTool(tool)?.paths?.kind === 'patch';
  const params = isPatch ? { patch: `*** Update File: ${file}\n` } : { path: file };
  return { params, pathKinds: { [file]: 'file' } };
}

const mcpCalls = [...servers, ...unknownServers].flatMap((server) => [
  ...[...tools, 'get_later', 'later'].map((tool) => ({
    request: { tool: 'use_mcp_tool', mcp: { server, tool } },
    subjects: keysOf(
      { kind: 'mcp-tool', server, tool },
      { kind: 'mcp-other-tools', server },
      { kind: 'mcp-other-servers' },
    ),
  })),
  {
    request: { tool: 'access_mcp_resource', mcp: { server } },
    subjects: keysOf({ kind: 'mcp-resources', server }, { kind: 'mcp-other-servers' }),
  },
]);

function keysOf(...subjects: readonly PermissionSubject[]): ReadonlySet<string> {
  return new Set(subjects.map(subjectKey));
}

function isOf({ mode, subject }: PermissionChange, { request, subjects }: Call): boolean {
  return request.mode === mode && subjects.has(subjectKey(subject));
}

/** A tool that calls servers is granted with the first call of one. */
function isByServers(change: PermissionChange, { request }: Call): boolean {
  return isCaller(change) && request.mode === change.mode && request.mcp !== undefined;
}

function isCaller({ subject }: PermissionChange): boolean {
  return subject.kind === 'tool' && findTool(subject.tool)?.group === 'mcp';
}

/** A call that a hook is asked about: by the agent itself or by one of a name, in a mode that a person chose or in the default one. */
interface HookCall {
  readonly chosen: string | undefined;
  readonly caller: string | undefined;
  /** What a tool of the agent counts as; `Bash2` as the settings say. */
  readonly request: Omit<ToolRequest, 'mode'>;
}

const hookRequests = [
  ...['read_file', 'write_to_file', 'execute_command', 'browser_action', 'Bash2'].flatMap((tool) =>
    files.map((file) => ({ tool, params: { path: file } })),
  ),
  // Tools that no agent asks about today count too.
  ...nativeCalls
    .map(({ request }) => request)
    .filter(({ params }) => params === undefined || params.path === 'docs/a.md'),
  ...mcpCalls.map(({ request }) => request),
];

const hookCalls: readonly HookCall[] = [undefined, ...slugs, 'code', 'architect', 'ask', 'orchestrator'].flatMap(
  (chosen) =>
    [undefined, 'helper', ...slugs].flatMap((caller) => hookRequests.map((request) => ({ chosen, caller, request }))),
);

/** What a hook answers, by docs/hooks.md. */
function allowsHook(
  { policy, settings: { hooks } }: ConfiguredState,
  { chosen, caller, request }: HookCall,
  where: Circumstances,
): boolean {
  const inForce = chosen ?? hooks?.defaultMode;
  const named = policy.modes.find(({ config }) => config.slug === caller);
  const mapped = caller === undefined ? undefined : hooks?.agents?.[caller];
  const own = mapped ?? named?.config.slug;
  const alone = mapped !== undefined || named?.source !== 'builtin' ? own : undefined;
  const modes = inForce === undefined ? [alone] : [inForce, own ?? inForce];
  const tool = request.tool === 'Bash2' ? toolOfKind.get(hooks?.tools?.Bash2 ?? '') : request.tool;
  if (tool === undefined || (tool === 'write_to_file' && hooks?.protect !== false && isGuarded(request))) return false;
  return modes.every((mode) => mode !== undefined && decide(policy, { ...where, ...request, tool, mode }).allowed);
}

function isGuarded({ params }: HookCall['request']): boolean {
  return guardedFiles.includes(String(params?.path));
}

const toolOfKind = new Map([
  ['read', 'read_file'],
  ['edit', 'write_to_file'],
  ['command', 'execute_command'],
  ['browser', 'browser_action'],
  ['harmless', 'ask_followup_question'],
]);
