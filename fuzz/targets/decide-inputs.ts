import fc from 'fast-check';
import { hostileJson, hostileText, hostileValue } from '../support/hostile-values.ts';
import { circumstances, hangingFields, parents } from './condition-inputs.ts';

/** One layer of modes: a document, and the door it comes in by. */
export interface LayerInput {
  readonly document: unknown;
  readonly by: 'list' | 'parse' | 'text';
  /** A key to write a second time at the end of each mode, for `text`. */
  readonly again: readonly [string, unknown] | undefined;
}

/** A policy and the calls that are made under it. */
export interface DecideInput {
  readonly project: LayerInput | undefined;
  readonly global: LayerInput | undefined;
  readonly servers: unknown;
  readonly disabledTools: unknown;
  readonly projectRoot: string | undefined;
  readonly requests: readonly unknown[];
  readonly denial: Denial;
}

/** A denial to add. */
export interface Denial {
  readonly server: string;
  readonly tool: string;
  readonly name: string;
  readonly group: string;
}

const often = <Value>(usual: fc.Arbitrary<Value>, weight = 20): fc.Arbitrary<unknown> =>
  fc.oneof({ weight, arbitrary: usual as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: hostileJson });

const slug = fc.constantFrom(
  'm',
  'm',
  'm',
  'm',
  'code',
  'code',
  'M',
  'code',
  'architect',
  'ask',
  'constructor',
  'toString',
  'a-b',
);
const serverNames = ['github', 'docs', 'admin', 'Docs', 'my_server', 'constructor'] as const;
const toolNames = ['search', 'get_secrets', 'get_x', 'delete', 'valueOf'] as const;
const serverName = fc.constantFrom<string>(...serverNames);
const toolName = fc.constantFrom<string>(...toolNames);
const serverPattern = fc.oneof(
  serverName,
  fc.constantFrom('*', 'd*', '?ocs', '*s', 'my_*', '**', 'd?cs*', '', ' github', '.*'),
);
const toolPattern = fc.oneof(toolName, fc.constantFrom('*', 'get_*', 'get_?', '?earch', '*e*', 'g*s'));
const names = { serverName: serverPattern, toolName: toolPattern };
const plainPair = fc.record(names);
const pair = often(plainPair, 40);
const hangingPair = often(
  fc.oneof(plainPair, fc.record({ ...names, ...hangingFields }, { requiredKeys: ['serverName', 'toolName'] })),
  40,
);
const serverLists = {
  allowedServers: often(fc.array(often(serverPattern, 60), { maxLength: 3 }), 40),
  disallowedServers: often(fc.array(often(serverPattern, 60), { maxLength: 2 }), 40),
};
const toolLists = (entry: fc.Arbitrary<unknown>) => ({
  allowedTools: often(fc.array(entry, { maxLength: 3 }), 40),
  disallowedTools: often(fc.array(entry, { maxLength: 2 }), 40),
});
// Half of them plain, so that what holds without the newer keys stays as well tried as before.
const restrictions = fc.oneof(
  fc.record({ ...serverLists, ...toolLists(pair) }, { requiredKeys: [] }),
  fc.record(
    { ...serverLists, ...toolLists(hangingPair), ...hangingFields, extends: parents(slug) },
    { requiredKeys: [] },
  ),
);

const fileRegex = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom(
      '\\.md$',
      '^docs/',
      '^(?!secrets/)',
      '(',
      '',
      '^src/.*\\.ts$',
      '.*',
      '^a',
      '[',
      '(a+)+$',
      '^[^/]+$',
      '(.)\\1',
    ),
  },
  { weight: 1, arbitrary: hostileText },
);
const groups = ['read', 'edit', 'browser', 'command', 'mcp', 'modes'] as const;
const groupName = fc.constantFrom(...groups, 'edit' as const, 'mcp' as const);
const groupEntry = fc.oneof(
  { weight: 10, arbitrary: groupName },
  {
    weight: 8,
    arbitrary: fc.tuple(groupName, fc.record({ fileRegex, description: fc.string() }, { requiredKeys: [] })),
  },
  { weight: 1, arbitrary: hostileJson },
);

const groupList = fc.oneof(
  fc.constant<readonly unknown[]>(['read', 'edit', 'command', 'mcp']),
  // Of one group a second entry is a fault of its own, and not to be in the way of everything else.
  fc.uniqueArray(groupEntry, {
    maxLength: 6,
    selector: (entry) => (Array.isArray(entry) ? JSON.stringify(entry[0]) : JSON.stringify(entry)),
  }),
  fc.array(groupEntry, { maxLength: 5 }),
);

const wholeMode = fc.record(
  {
    slug: often(slug, 30),
    name: often(fc.constant('M'), 60),
    roleDefinition: often(fc.constant('R'), 60),
    description: often(fc.string(), 60),
    groups: often(groupList, 40),
    mcpRestrictions: often(restrictions, 40),
    allowedMcpServers: often(fc.array(serverPattern, { maxLength: 2 }), 20),
  },
  { requiredKeys: ['slug', 'name', 'roleDefinition', 'groups'] },
);
const modeKey = fc.oneof(
  hostileText,
  fc.constantFrom(
    'source',
    'whenToUse',
    'customInstructions',
    'rulesFiles',
    'iconName',
    'disabledTools',
    'allowedServers',
  ),
);
const mode = fc.oneof(
  { weight: 12, arbitrary: wholeMode },
  {
    weight: 2,
    arbitrary: fc.tuple(wholeMode, modeKey, hostileJson).map(([whole, key, value]) => ({ ...whole, [key]: value })),
  },
  { weight: 1, arbitrary: hostileJson },
);

const layer: fc.Arbitrary<LayerInput> = fc.record({
  document: often(fc.record({ customModes: fc.array(mode, { minLength: 1, maxLength: 3 }) }), 30),
  by: fc.constantFrom('list' as const, 'parse' as const, 'text' as const),
  again: fc.option(
    fc.oneof(
      fc.tuple(fc.constant('groups'), fc.array(groupEntry, { maxLength: 2 })),
      fc.tuple(fc.constant('slug'), slug),
      fc.tuple(fc.constant('mcpRestrictions'), restrictions),
      fc.tuple(hostileText, hostileJson),
    ),
    { nil: undefined, freq: 4 },
  ),
});

// Of the types that the loader of server files gives; what else a file may hold is for `server-config`.
const server = fc.record(
  {
    name: fc.oneof({ weight: 40, arbitrary: serverName }, { weight: 1, arbitrary: hostileText }),
    defaultEnabled: fc.boolean(),
    disabled: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
    disabledTools: fc.array(often(toolName, 40), { maxLength: 2 }),
    enabledTools: fc.option(fc.array(often(toolName, 40), { maxLength: 4 }), { nil: undefined, freq: 1 }),
    invalid: fc.constantFrom(undefined, undefined, undefined, 'broken'),
  },
  { requiredKeys: ['name'] },
);

export const staticTools = (
  'read_file search_files list_files codebase_search list_code_definition_names apply_diff write_to_file write_file generate_image edit ' +
  'search_and_replace search_replace edit_file apply_patch insert_content browser_action execute_command read_command_output use_mcp_tool ' +
  'access_mcp_resource ask_followup_question attempt_completion switch_mode new_task update_todo_list run_slash_command skill'
).split(' ');

const wireName = fc
  .tuple(fc.constantFrom('mcp--{s}--{t}', 'mcp__{s}__{t}', 'mcp_{s}_{t}', '{s}__{t}', '{t}'), serverName, toolName)
  .map(([form, s, t]) => form.replace('{s}', s).replace('{t}', t));

const tool = fc.oneof(
  { weight: 10, arbitrary: fc.constantFrom(...staticTools) },
  { weight: 3, arbitrary: wireName },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'custom_tool',
      'constructor',
      '__proto__',
      'WRITE_TO_FILE',
      ' edit',
      'mcp',
      'mcp--',
      '__',
      '',
    ),
  },
  { weight: 1, arbitrary: hostileText },
);

const plainPath = fc.oneof(
  fc.constantFrom(
    'docs/a.md',
    'src/a.ts',
    '../a.md',
    '/etc/passwd',
    'secrets/x',
    'a.md',
    'docs/../secrets/x',
    './a.md',
    '/work/app/docs/a.md',
    '/work/app',
    '/work/apple/a.md',
    'docs/../../a.md',
    '',
  ),
  fc
    .array(fc.constantFrom('.', '..', 'a', 'docs', 'b.md', 'secrets', ''), { maxLength: 6 })
    .map((parts) => parts.join('/')),
);
const anyPath = often(plainPath, 12);
const patch = fc
  .array(
    fc.tuple(
      fc.constantFrom('*** Add File: ', '*** Update File: ', '*** Delete File: ', '*** Move to: ', '+', ''),
      plainPath,
    ),
    { maxLength: 3 },
  )
  .map((lines) => ['*** Begin Patch', ...lines.map((line) => line.join('')), '*** End Patch'].join('\n'));
const xml = fc
  .array(plainPath, { maxLength: 2 })
  .map((paths) => paths.map((path) => `<file><path>${path}</path></file>`).join(''));
const params = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record(
      {
        path: anyPath,
        file_path: anyPath,
        patch: often(patch, 20),
        server_name: often(serverName, 20),
        tool_name: often(toolName, 20),
        content: fc.string(),
      },
      { requiredKeys: [] },
    ),
  },
  {
    weight: 2,
    arbitrary: fc.record(
      { path: anyPath, files: often(fc.array(fc.record({ path: anyPath }))), args: often(xml), input: patch },
      { requiredKeys: [] },
    ),
  },
  {
    weight: 2,
    arbitrary: fc.dictionary(fc.constantFrom('path', 'files', 'args', 'patch', 'server_name'), hostileValue),
  },
  { weight: 1, arbitrary: hostileValue },
);

const identity = fc.record({ server: often(serverName, 40), tool: often(toolName, 40) }, { requiredKeys: ['server'] });
const rawRequest = fc.record(
  {
    mode: often(slug, 60),
    tool: often(tool, 60),
    mcp: fc.oneof({ weight: 20, arbitrary: identity as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: hostileValue }),
    params,
  },
  { requiredKeys: ['mode', 'tool'] },
);
const made = (call: fc.Arbitrary<object>) =>
  fc.tuple(call, fc.oneof(circumstances, fc.constant({}))).map(([asked, given]) => ({ ...asked, ...given }));
const request = made(rawRequest);
// An MCP call that hangs together: its wire name is that of its identity.
const mcpRequest = made(
  fc
    .record({ mode: slug, server: serverName, tool: toolName, form: fc.constantFrom('mcp--{s}--{t}', '{s}__{t}') })
    .map(({ mode: calledIn, server: s, tool: t, form }) => ({
      mode: calledIn,
      tool: form.replace('{s}', s).replace('{t}', t),
      mcp: { server: s, tool: t },
    })),
);

/** Policies and calls: valid, half valid and hostile. */
export const decideInput: fc.Arbitrary<DecideInput> = fc.record({
  project: fc.option(layer, { nil: undefined, freq: 5 }),
  global: fc.option(layer, { nil: undefined, freq: 2 }),
  servers: fc.oneof(
    { weight: 5, arbitrary: fc.constant<unknown>(undefined) },
    { weight: 8, arbitrary: fc.uniqueArray(server, { maxLength: 5, selector: ({ name }) => name }) },
    { weight: 1, arbitrary: fc.array(server, { maxLength: 5 }) },
  ),
  disabledTools: fc.oneof(
    { weight: 6, arbitrary: fc.constant<unknown>(undefined) },
    { weight: 3, arbitrary: fc.array(tool, { maxLength: 3 }) },
  ),
  projectRoot: fc.constantFrom(undefined, '/work/app', '/work/app', 'C:\\work\\app', '/'),
  requests: fc.array(
    fc.oneof({ weight: 4, arbitrary: request as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: mcpRequest }),
    { minLength: 1, maxLength: 6 },
  ),
  denial: fc.record({ server: serverPattern, tool: toolPattern, name: tool, group: groupName }),
});
