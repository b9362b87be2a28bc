import { compilePolicy, type McpServerPolicy, type ModeConfig, type Policy } from '@modegate/mode-core';
import { createCommandJudge } from '@modegate/mode-core/commands';
import type { ServerInventory } from '@modegate/policy-check/permissions';
import { shellAnalyser } from '@modegate/shell-commands';
import * as fc from 'fast-check';
import { root, type SampleCall } from './agent-evaluators.ts';

/** Names of which one begins like another, or which agents write alike. */
const serverNames = ['git', 'git_hub', 'git-hub', 'docs', 'my.docs', 'a'] as const;
const plainTools = ['search', 'get_a', 'get_secret', 'delete_a', 'hub_search', 'hub_get_a'] as const;
const oddTools = ['a.b', 'a_b', 'x y', 'x?'] as const;
const inOtherCase = ['Search', 'LATE', 'Delete_a', 'get_SECRET'] as const;
const serverPattern = fc.constantFrom(...serverNames, 'other', '*', 'git*', '?', 'git?hub');
const toolPattern = fc.constantFrom(
  ...plainTools,
  'a.b',
  'late',
  '*',
  'get_*',
  '*_a',
  'get_?',
  '*s*',
  'hub_*',
  'get_s*',
  'g*_*',
  'a.*',
);
const when = fc.constantFrom({}, {}, {}, {}, { when: { branch: 'main' } });
const toolReference = fc
  .tuple(serverPattern, toolPattern, when)
  .map(([serverName, toolName, condition]) => ({ serverName, toolName, ...condition }));

const restrictions = fc.record(
  {
    allowedServers: fc.array(serverPattern, { maxLength: 4 }),
    askServers: fc.array(serverPattern, { maxLength: 1 }),
    disallowedServers: fc.array(serverPattern, { maxLength: 2 }),
    allowedTools: fc.array(toolReference, { maxLength: 4 }),
    askTools: fc.array(toolReference, { maxLength: 1 }),
    disallowedTools: fc.array(toolReference, { maxLength: 3 }),
    extends: fc.constant('b'),
  },
  { requiredKeys: [] },
);

/** Patterns as people write them, and ones put together from parts. */
const patternPart = fc.constantFrom(
  'src/',
  'docs',
  'a',
  '\\.md',
  '\\.env',
  '.*',
  '.+',
  '.',
  '[^/]*',
  '[^/]+',
  '(a|docs/|src)',
  '(?:\\.md|\\.ts)',
  'b?',
  '[ab]',
  'a*',
  '/',
  '\\w',
  '[^a]',
  'x{2}',
  '\\*',
  'y ',
  '[^/\\\\]*',
  '.{0,2}',
  '(?:a/)?',
);
const lookahead = fc.constantFrom('', '', '', '(?!src/)', '(?!.*secret)', '(?!docs|[^/]*$)', '(?!a.b)', '(?=src)');
const builtPattern = fc
  .tuple(
    fc.constantFrom('', '^', '^'),
    lookahead,
    fc.array(patternPart, { maxLength: 5 }),
    fc.constantFrom('', '$', '$'),
  )
  .map(([start, look, parts, end]) => `${start}${look}${parts.join('')}${end}`);
export const arbitraryPattern = fc.oneof(
  fc.constantFrom(
    '\\.md$',
    '^docs/',
    '^(docs/.*\\.md|README\\.md)$',
    '^(?!src/)',
    '^src/[^/]*\\.ts$',
    '.*',
    '',
    '\\.(md|ts)$',
    'secret',
    '^docs/[^/]+/[^/]+$',
    '^(src|docs)/',
    '(',
    '(^|/)\\.env',
  ),
  builtPattern,
  fc.tuple(builtPattern, builtPattern).map((both) => both.join('|')),
);

const group = fc.constantFrom('read', 'edit', 'browser', 'command', 'mcp', 'mcp');
const groupEntry = fc.oneof(
  { weight: 2, arbitrary: group },
  {
    weight: 3,
    arbitrary: fc.tuple(
      fc.constantFrom('read', 'edit', 'edit', 'edit', 'command'),
      fc.record({ fileRegex: arbitraryPattern }),
    ),
  },
);

const modeOf = (slug: string) =>
  fc
    .record(
      {
        groups: fc.array(groupEntry, { maxLength: 5 }),
        mcpRestrictions: restrictions,
        commandRestrictions: fc.constantFrom({}, { allowedCommands: ['git *'] }, { askCommands: ['rm'] }),
        allowedMcpServers: fc.array(serverPattern, { maxLength: 2 }),
      },
      { requiredKeys: ['groups'] },
    )
    .map((rest) => ({ slug, name: slug, roleDefinition: 'A role.', ...rest }) as ModeConfig);

const servers: fc.Arbitrary<readonly McpServerPolicy[]> = fc.uniqueArray(
  fc.record({
    name: fc.constantFrom(...serverNames),
    defaultEnabled: fc.nat(4).map((number) => number > 0),
    disabled: fc.nat(6).map((number) => number === 0),
    disabledTools: fc.subarray(['search', 'late', 'dele*', 'x y', 'get_secret'] as const, { maxLength: 1 }),
    disabledInAnyCase: fc.boolean(),
    enabledTools: fc.option(fc.subarray([...plainTools, 'sea*', '*']), { nil: undefined, freq: 1 }),
  }),
  { selector: ({ name }) => name, maxLength: 4 },
);

const inventory: fc.Arbitrary<readonly ServerInventory[]> = fc.uniqueArray(
  fc.record({
    name: fc.constantFrom(...serverNames),
    tools: fc.subarray([...plainTools, ...oddTools]).map((names) => names.map((name) => ({ name }))),
  }),
  { selector: ({ name }) => name, maxLength: 4 },
);

const settings = fc.subarray(
  ['edit', 'read_file', 'search_files', 'use_mcp_tool', 'access_mcp_resource', 'new_task', 'skill'],
  {
    maxLength: 1,
  },
);

const commands = createCommandJudge({ analyser: shellAnalyser, shell: 'bash' });

/** A mode, what is known of the servers, and the policy over them. */
export interface ExportSample {
  readonly policy: Policy;
  readonly inventory: readonly ServerInventory[];
  readonly calls: readonly SampleCall[];
}

export const arbitraryExport: fc.Arbitrary<ExportSample> = fc
  .record({
    modes: fc.tuple(modeOf('a'), modeOf('b')),
    servers,
    inventory,
    disabledTools: fc.oneof({ weight: 4, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: settings }),
    paths: fc.array(fc.oneof(path(), path(), fc.string({ unit: 'grapheme', maxLength: 6 })), {
      minLength: 8,
      maxLength: 20,
    }),
  })
  .map(({ modes, paths, inventory: known, ...rest }) => {
    const names = new Set([...rest.servers, ...known].map(({ name }) => name));
    const offered = (server: string): readonly string[] => {
      const listed = known.find(({ name }) => name === server)?.tools?.map(({ name }) => name) ?? [];
      return [...new Set([...plainTools, 'late', 'later_a', 'a.later', 'a_later', ...inOtherCase, ...listed])];
    };
    return {
      policy: compilePolicy({ project: modes, builtin: [], projectRoot: root, commands, ...rest }),
      inventory: known,
      calls: [
        ...kinds.map((kind) => ({ kind })),
        ...paths.flatMap((one) => [
          { kind: 'read' as const, path: one },
          { kind: 'edit' as const, path: one },
        ]),
        ...[...names].flatMap((server) => [
          { kind: 'resource' as const, server },
          ...offered(server).map((tool) => ({ kind: 'mcp' as const, server, tool })),
        ]),
      ],
    };
  });

const kinds = ['search', 'code', 'command', 'fetch', 'task', 'skill', 'plan', 'ask'] as const;

function path(): fc.Arbitrary<string> {
  const segment = fc.constantFrom(
    'src',
    'docs',
    'a',
    'b',
    'x.md',
    'README.md',
    '.md',
    'secret',
    '.env',
    'docs2',
    'a.ts',
    'aa',
    'xx',
    'a.md',
    '..',
    '.',
    'a.',
    'c:d',
    ' b',
    'b ',
    'y ',
    '*',
    'Docs',
    'é',
    'a\\b',
    'a.b',
  );
  return fc
    .tuple(
      fc.constantFrom('', '', '', '', './', '../', '/', `${root}/`, '/home/user/'),
      fc.array(segment, { minLength: 1, maxLength: 4 }),
    )
    .map(([start, segments]) => start + segments.join('/'));
}
