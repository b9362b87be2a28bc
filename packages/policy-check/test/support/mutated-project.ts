import type { ModeConfig } from '@modegate/mode-core';
import type { GroupEntry } from '@modegate/mode-core/modes';
import type { ComparedSettings, ConfiguredState } from '@modegate/policy-check/permissions';
import { compileProject } from '@modegate/project';
import * as fc from 'fast-check';
import { placeOf } from './example-workspace.ts';

/** A project as its files say it: the modes of both layers, the servers, and what of the configuration decides on calls. */
export interface PlainProject {
  readonly project: readonly ModeConfig[];
  readonly global: readonly ModeConfig[];
  readonly servers: Readonly<Record<string, object>>;
  readonly settings: ComparedSettings;
}

export const slugs = ['a', 'b', 'c'] as const;
export const servers = ['github', 'docs', 'admin'] as const;
/** Of which no file says anything. */
export const unknownServers = ['other', 'elsewhere'] as const;
export const tools = ['search', 'get_a', 'delete_a'] as const;
export const files = ['README.md', 'docs/a.md', 'docs/b.txt', 'docs/c.md', 'src/a.ts', '.roomodes', '../x'] as const;
/** Files that stand for those that decide what agents may do; every limit above that lets a file through lets one of these through. */
export const guardedFiles: readonly string[] = ['docs/a.md', '.roomodes'];
export const branches = ['main', 'dev', 'neither'] as const;

// Where one lets through more than another, either that shows in their texts, or each lets through a file that the other does not.
const fileRegex = fc.constantFrom('\\.md$', '^docs/', '^docs/|^src/', '^src/|\\.md$', '.*', '(', '');
const groupEntry: fc.Arbitrary<GroupEntry> = fc.oneof(
  fc.constantFrom<GroupEntry>('read', 'edit', 'browser', 'command', 'mcp'),
  fc.tuple(fc.constantFrom('read', 'edit'), fc.record({ fileRegex })) as fc.Arbitrary<GroupEntry>,
);
const groups = fc.uniqueArray(groupEntry, { maxLength: 5, selector: (one) => [one].flat()[0] });
const serverPattern = fc.constantFrom(...servers, 'other', '*', 'd*');
const toolPattern = fc.constantFrom(...tools, '*', 'get_*', '*_a');
const conditions = fc.constantFrom({}, {}, { when: { branch: 'main' } }, { when: { branch: ['main', 'dev'] } });
const reference = fc
  .tuple(fc.record({ serverName: serverPattern, toolName: toolPattern }), conditions)
  .map(([names, more]) => ({ ...names, ...more }));
const restrictions = fc
  .tuple(
    fc.record(
      {
        allowedServers: fc.array(serverPattern, { maxLength: 2 }),
        disallowedServers: fc.array(serverPattern, { maxLength: 2 }),
        allowedTools: fc.array(reference, { maxLength: 3 }),
        disallowedTools: fc.array(reference, { maxLength: 3 }),
        extends: fc.constantFrom(...slugs),
      },
      { requiredKeys: [] },
    ),
    conditions,
  )
  .map(([lists, more]) => ({ ...lists, ...more }));
const modeParts = {
  groups,
  mcpRestrictions: fc.option(restrictions, { nil: undefined }),
  fileRegex: fc.option(fileRegex, { nil: undefined, freq: 4 }),
  allowedMcpServers: fc.option(fc.array(serverPattern, { maxLength: 2 }), { nil: undefined, freq: 4 }),
};
const mode = fc
  .tuple(fc.constantFrom(...slugs), fc.record(modeParts))
  .map(([slug, parts]) => ({ slug, name: slug, roleDefinition: 'R', ...parts }) as unknown as ModeConfig);
const layer = fc.uniqueArray(mode, { maxLength: 3, selector: ({ slug }) => slug });
const entry = fc.record(
  {
    command: fc.constant('x'),
    alwaysAllow: fc.subarray([...tools]),
    disabled: fc.boolean(),
    defaultEnabled: fc.boolean(),
    disabledTools: fc.subarray([...tools, 'get_*']),
    enabledTools: fc.subarray([...tools, '*']),
  },
  { requiredKeys: ['command'] },
);
const kinds = ['read', 'edit', 'command', 'browser', 'harmless'] as const;
const hooks = {
  defaultMode: fc.constantFrom(...slugs, 'ghost', undefined),
  agents: fc.constantFrom({}, ...slugs.map((slug) => ({ helper: slug })), { a: 'b' }),
  tools: fc.constantFrom({}, ...kinds.map((kind) => ({ Bash2: kind }))),
  protect: fc.constantFrom(true, false, undefined),
};
const disabledTools = fc.subarray(['edit', 'read_*', 'execute_command', 'mcp--github--*', 'use_mcp_tool', 'ghost'], {
  maxLength: 2,
});

const plainProject: fc.Arbitrary<PlainProject> = fc.record({
  project: layer,
  global: layer,
  servers: fc.dictionary(fc.constantFrom(...servers), entry, { noNullPrototype: true }),
  settings: fc.record({ disabledTools, hooks: fc.record(hooks) }),
});

type Mutation = (project: PlainProject) => PlainProject;

const onMode =
  (change: (mode: ModeConfig) => ModeConfig, index: number): Mutation =>
  (project) => ({
    ...project,
    project: project.project.map((one, at) => (at === index % project.project.length ? change(one) : one)),
  });
const setPart = <Part extends keyof typeof modeParts>(part: Part) =>
  fc
    .tuple(modeParts[part] as fc.Arbitrary<unknown>, fc.nat(2))
    .map(([value, index]) => onMode((one) => ({ ...one, [part]: value }) as ModeConfig, index));
const setHook = (part: keyof typeof hooks) =>
  (hooks[part] as fc.Arbitrary<unknown>).map(
    (value): Mutation =>
      ({ settings, ...project }) => ({
        ...project,
        settings: { ...settings, hooks: { ...settings.hooks, [part]: value } },
      }),
  );

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  setPart('groups'),
  setPart('mcpRestrictions'),
  setPart('fileRegex'),
  setPart('allowedMcpServers'),
  layer.map(
    (project): Mutation =>
      (one) => ({ ...one, project }),
  ),
  layer.map(
    (global): Mutation =>
      (one) => ({ ...one, global }),
  ),
  fc.tuple(fc.constantFrom(...servers), fc.option(entry, { nil: undefined })).map(
    ([name, value]): Mutation =>
      ({ servers: { [name]: _old, ...others }, ...project }) => ({
        ...project,
        servers: value === undefined ? others : { ...others, [name]: value },
      }),
  ),
  disabledTools.map(
    (names): Mutation =>
      ({ settings, ...project }) => ({
        ...project,
        settings: { ...settings, disabledTools: names },
      }),
  ),
  setHook('defaultMode'),
  setHook('agents'),
  setHook('tools'),
  setHook('protect'),
);

/** A project, and what up to three changes of its files make of it. */
export const mutatedPairs: fc.Arbitrary<readonly [PlainProject, PlainProject]> = fc
  .tuple(plainProject, fc.array(mutation, { minLength: 1, maxLength: 3 }))
  .map(([first, mutations]) => [first, mutations.reduce((project, mutate) => mutate(project), first)]);

/** The project as `diff` is given it. */
export function compileState({ project, global, servers: entries, settings }: PlainProject): ConfiguredState {
  const text = (modes: readonly ModeConfig[]) => JSON.stringify({ customModes: modes });
  const { policy } = compileProject(
    {
      modes: [placeOf('.roomodes', text(project)), placeOf('global/custom_modes.json', text(global))],
      servers: [placeOf('.roo/mcp.json', JSON.stringify({ mcpServers: entries }))],
    },
    { disabledTools: settings.disabledTools },
  );
  return { policy, settings };
}
