import { compilePolicy, decide, explain, findRule, type McpServerPolicy, type ModeConfig } from '@modegate/mode-core';
import type { McpRestrictions } from '@modegate/mode-core/modes';
import { describe, expect, test } from 'vitest';

interface Case {
  readonly name: string;
  readonly restrictions?: McpRestrictions;
  readonly more?: Partial<ModeConfig>;
  readonly servers?: readonly McpServerPolicy[];
  readonly allowed?: readonly string[];
  readonly refused?: readonly string[];
}

// The worked cases of requirements and design: `server/tool`, or `server` for a resource.
const cases: readonly Case[] = [
  { name: 'no restrictions: everything the servers offer', allowed: ['weather/get_forecast', 'weather'] },
  {
    name: 'allowedServers is a closed list',
    restrictions: { allowedServers: ['docs'] },
    allowed: ['docs/search', 'docs'],
    refused: ['weather/x', 'weather'],
  },
  {
    name: 'an empty allowedServers allows none',
    restrictions: { allowedServers: [] },
    refused: ['docs/search', 'docs'],
  },
  {
    name: 'disallowedServers always denies',
    restrictions: { allowedServers: ['docs', 'weather'], disallowedServers: ['weather'] },
    allowed: ['docs/x'],
    refused: ['weather/x', 'weather'],
  },
  {
    name: 'allowedTools is a closed list over all servers',
    restrictions: { allowedTools: [{ serverName: 'weather', toolName: 'get_forecast' }] },
    allowed: ['weather/get_forecast', 'weather'],
    refused: ['weather/other', 'docs/search'],
  },
  { name: 'an empty allowedTools allows none', restrictions: { allowedTools: [] }, refused: ['weather/get_forecast'] },
  {
    name: 'disallowedTools wins over a more specific allow',
    restrictions: {
      allowedTools: [{ serverName: 'weather', toolName: 'get_secrets' }],
      disallowedTools: [{ serverName: 'weather', toolName: 'get_*' }],
    },
    refused: ['weather/get_secrets'],
  },
  {
    name: 'the same entry in both lists: the deny holds',
    restrictions: {
      allowedTools: [{ serverName: 'a', toolName: 'x' }],
      disallowedTools: [{ serverName: 'a', toolName: 'x' }],
    },
    refused: ['a/x'],
  },
  {
    name: 'wildcards cover whole names, case counts',
    restrictions: { allowedTools: [{ serverName: 'w*', toolName: 'get_?' }] },
    allowed: ['weather/get_a'],
    refused: ['weather/get_ab', 'weather/GET_a', 'Weather/get_a'],
  },
  {
    name: 'blank rows match nothing and do not open the list',
    restrictions: { allowedTools: [{ serverName: '', toolName: '' }] },
    refused: ['weather/x'],
  },
  {
    name: 'defaultEnabled false: refused without mention',
    servers: [{ name: 'admin', defaultEnabled: false }],
    refused: ['admin/x', 'admin'],
  },
  {
    name: 'defaultEnabled false: allowed by name',
    restrictions: { allowedServers: ['admin'] },
    servers: [{ name: 'admin', defaultEnabled: false }],
    allowed: ['admin/x'],
  },
  {
    name: 'defaultEnabled false: a wildcard names it too',
    restrictions: { allowedServers: ['*'] },
    servers: [{ name: 'admin', defaultEnabled: false }],
    allowed: ['admin/x'],
  },
  {
    name: 'defaultEnabled false and both lists: the deny holds',
    restrictions: { allowedServers: ['admin'], disallowedServers: ['admin'] },
    servers: [{ name: 'admin', defaultEnabled: false }],
    refused: ['admin/x'],
  },
  {
    name: 'a disabled server stays disabled whatever the mode says',
    restrictions: { allowedServers: ['old'] },
    servers: [{ name: 'old', disabled: true }],
    refused: ['old/x', 'old'],
  },
  {
    name: 'the stronger of two entries of one name counts',
    servers: [{ name: 'a', disabled: true }, { name: 'a' }],
    refused: ['a/x'],
  },
  {
    name: 'Zoo: allowedMcpServers is a closed list',
    more: { allowedMcpServers: ['docs'] },
    allowed: ['docs/x'],
    refused: ['weather/x'],
  },
  { name: 'Zoo: [] allows none', more: { allowedMcpServers: [] }, refused: ['docs/x'] },
  {
    name: 'both fields: a server must be in both',
    restrictions: { allowedServers: ['docs', 'weather'] },
    more: { allowedMcpServers: ['docs'] },
    allowed: ['docs/x'],
    refused: ['weather/x'],
  },
  {
    name: 'without the group mcp nothing helps',
    restrictions: { allowedServers: ['docs'] },
    more: { groups: ['read'] },
    refused: ['docs/x', 'docs'],
  },
  {
    name: 'the secure mode of the requirement',
    restrictions: {
      allowedServers: ['weather-server', 'docs-server'],
      disallowedServers: ['admin-server'],
      allowedTools: [
        { serverName: 'weather-server', toolName: 'get_forecast' },
        { serverName: 'docs-server', toolName: 'search_docs' },
      ],
      disallowedTools: [{ serverName: 'weather-server', toolName: 'admin_function' }],
    },
    allowed: ['weather-server/get_forecast', 'docs-server/search_docs'],
    refused: ['weather-server/admin_function', 'weather-server/other', 'admin-server/x', 'other/x'],
  },
];

describe('MCP restrictions', () => {
  test.each(cases)('MCP restrictions: $name', ({ restrictions, more, servers, allowed = [], refused = [] }) => {
    const mode: ModeConfig = {
      slug: 'm',
      name: 'M',
      roleDefinition: 'R',
      groups: ['mcp'],
      ...(restrictions ? { mcpRestrictions: restrictions } : {}),
      ...more,
    };
    const policy = compilePolicy({ project: [mode], servers });
    for (const target of allowed) expect(ask(policy, target), target).toBe(true);
    for (const target of refused) expect(ask(policy, target), target).toBe(false);
  });

  test('the MCP identity may come from the arguments of use_mcp_tool and access_mcp_resource', () => {
    const policy = compilePolicy({
      project: [
        { slug: 'm', name: 'M', roleDefinition: 'R', groups: ['mcp'], mcpRestrictions: { allowedServers: ['docs'] } },
      ],
    });
    const call = (tool: string, params: Readonly<Record<string, unknown>>) =>
      decide(policy, { mode: 'm', tool, params }).allowed;
    expect(call('use_mcp_tool', { server_name: 'docs', tool_name: 'search' })).toBe(true);
    expect(call('use_mcp_tool', { server_name: 'weather', tool_name: 'search' })).toBe(false);
    expect(call('use_mcp_tool', { server_name: 'docs' })).toBe(false);
    expect(call('use_mcp_tool', { server_name: ['docs'], tool_name: 'search' })).toBe(false);
    expect(call('access_mcp_resource', { server_name: 'docs', uri: 'x://y' })).toBe(true);
    expect(call('access_mcp_resource', { uri: 'x://y' })).toBe(false);
  });

  test('a remembered MCP decision equals a fresh one, and arguments are judged each time', () => {
    const policy = compilePolicy({
      project: [{ slug: 'm', name: 'M', roleDefinition: 'R', groups: ['mcp'] }],
      servers: [{ name: 'docs' }, { name: 'admin', disabled: true }],
    });
    const mcp = { server: 'docs', tool: 'search' };
    expect(decide(policy, { mode: 'm', tool: 'docs__search', mcp })).toEqual(
      decide(policy, { mode: 'm', tool: 'docs__search', mcp }),
    );
    expect(
      decide(policy, { mode: 'm', tool: 'use_mcp_tool', mcp, params: { server_name: 'admin', tool_name: 'search' } }),
    ).toMatchObject({ code: 'MCP_IDENTITY_MISMATCH' });
  });

  test.each(['allowed first', 'refused first'])(
    'a wire name shared by two pairs is remembered separately for each pair, %s',
    (order) => {
      const restrictions = { allowedTools: [{ serverName: 'a', toolName: 'b_c' }] };
      const mode = {
        slug: 'm',
        name: 'M',
        roleDefinition: 'R',
        groups: ['mcp'] as const,
        mcpRestrictions: restrictions,
      };
      const policy = compilePolicy({ project: [mode] });
      const pairs = [
        { mcp: { server: 'a', tool: 'b_c' }, allowed: true },
        { mcp: { server: 'a_b', tool: 'c' }, allowed: false },
      ];
      const asked = order === 'allowed first' ? pairs : pairs.toReversed();
      for (const { mcp, allowed } of [...asked, ...asked]) {
        const request = { mode: 'm', tool: 'mcp_a_b_c', mcp };
        expect(explain(policy, request).decision).toEqual(decide(policy, request));
        expect(decide(policy, request)).toMatchObject(
          allowed ? { allowed } : { allowed, code: 'MCP_TOOL_NOT_ALLOWED' },
        );
      }
    },
  );

  test('ten thousand invented MCP names leave the memory bounded', () => {
    const policy = compilePolicy({ project: [{ slug: 'm', name: 'M', roleDefinition: 'R', groups: ['mcp'] }] });
    for (let index = 0; index < 10_000; index++) {
      decide(policy, { mode: 'm', tool: 'use_mcp_tool', mcp: { server: `server${index}`, tool: 'x' } });
      decide(policy, { mode: 'm', tool: 'use_mcp_tool', mcp: { server: 'one', tool: `tool${index}` } });
      decide(policy, { mode: 'm', tool: `mcp--one--tool${index}`, mcp: { server: 'one', tool: `tool${index}` } });
    }
    const mode = policy.compiled.modes.get('m');
    const remembered = mode?.mcpDecisions;
    expect(mode?.wireDecisions.size).toBeLessThanOrEqual(4096);
    expect(remembered?.size).toBeLessThanOrEqual(1024);
    expect([...(remembered?.values() ?? [])].every((entry) => entry.tools.size <= 4096)).toBe(true);
  });
});

function ask(policy: ReturnType<typeof compilePolicy>, target: string): boolean {
  const [server = '', tool] = target.split('/');
  return decide(policy, {
    mode: 'm',
    tool: tool === undefined ? 'access_mcp_resource' : 'use_mcp_tool',
    mcp: { server, tool },
  }).allowed;
}

describe('security H7: tool lists of a server', () => {
  const ask = (server: Omit<McpServerPolicy, 'name'>, tool: string) => {
    const policy = compilePolicy({ servers: [{ name: 'it', pointer: '/mcpServers/it', ...server }] });
    const decision = decide(policy, { mode: 'code', tool: 'use_mcp_tool', mcp: { server: 'it', tool } });
    return { ...decision, rule: findRule(policy, decision.by) };
  };

  test.each([
    [['del_*'], 'del_x', false],
    [['*'], 'get_x', false],
    [['del_?'], 'del_x', false],
    [['del_?'], 'del_xy', true],
    [['del_x'], 'del_x', false],
    [['DEL_X'], 'del_x', true],
    [['del_*'], 'get_x', true],
    [[], 'get_x', true],
  ])('disabledTools %j: the tool %s is allowed: %s', (disabledTools, tool, allowed) => {
    expect(ask({ disabledTools }, tool)).toMatchObject(
      allowed
        ? { allowed }
        : {
            allowed,
            code: 'MCP_TOOL_DISABLED',
            by: { layer: 'servers', pointer: '/mcpServers/it/disabledTools/0' },
            rule: disabledTools[0],
          },
    );
  });

  test.each([
    [['delrepo'], 'delRepo', false],
    [['Del_*'], 'dEL_x', false],
    [['DEL_?'], 'del_x', false],
    [['del_?'], 'DEL_İ', false],
    [['del_*'], 'get_x', true],
  ])('disabledTools %j in any case: the tool %s is allowed: %s', (disabledTools, tool, allowed) => {
    expect(ask({ disabledTools, disabledInAnyCase: true }, tool).allowed).toBe(allowed);
    expect(ask({ enabledTools: [tool.toLowerCase()], disabledInAnyCase: true }, tool.toUpperCase()).allowed).toBe(
      false,
    );
  });

  test.each([
    [['get_*'], 'get_x', true],
    [['get_*'], 'del_x', false],
    [['get_x'], 'get_x', true],
    [['get_x'], 'Get_x', false],
    [['*'], 'del_x', true],
    [[], 'get_x', false],
  ])('enabledTools %j is a closed list: the tool %s is allowed: %s', (enabledTools, tool, allowed) => {
    expect(ask({ enabledTools }, tool)).toMatchObject(
      allowed
        ? { allowed }
        : {
            allowed,
            code: 'MCP_TOOL_DISABLED',
            by: { layer: 'servers', pointer: '/mcpServers/it/enabledTools' },
            rule: enabledTools,
          },
    );
  });

  test('disabledTools win over enabledTools', () => {
    expect(ask({ enabledTools: ['*'], disabledTools: ['del_*'] }, 'del_x').allowed).toBe(false);
    expect(ask({ enabledTools: ['get_x'], disabledTools: ['get_*'] }, 'get_x').allowed).toBe(false);
  });

  test('the rule of a server tool list has its place in the file, even under the name of another client', () => {
    const settingPositions = {
      disabled: { pointer: '/mcpServers/it/enabled' },
      disabledTools: [{ pointer: '/mcpServers/it/excludeTools/0' }],
      enabledTools: { pointer: '/mcpServers/it/includeTools' },
    };
    const lists = { disabledTools: ['del_*'], enabledTools: ['get_*'], settingPositions };
    expect(ask(lists, 'del_x')).toMatchObject({ by: { pointer: '/mcpServers/it/excludeTools/0' }, rule: 'del_*' });
    expect(ask(lists, 'put_x')).toMatchObject({ by: { pointer: '/mcpServers/it/includeTools' }, rule: ['get_*'] });
    expect(ask({ disabled: true, settingPositions }, 'x')).toMatchObject({
      by: { pointer: '/mcpServers/it/enabled' },
      rule: true,
    });
  });
});
