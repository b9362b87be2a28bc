import { compilePolicy, type McpServerPolicy, type ModeConfig, type Policy } from '@modegate/mode-core';
import type { ServerInventory } from '@modegate/policy-check/permissions';
import * as fc from 'fast-check';
import type { OraclePolicy } from './oracle.ts';

/** Names and patterns that meet often: equal up to case, one the start of the other, matched by several patterns. */
export const serverNames = ['github', 'docs', 'admin', 'Docs'] as const;
export const toolNames = ['search', 'get_a', 'get_secret', 'delete_a', 'x', 'Search'] as const;
const serverPattern = fc.constantFrom(...serverNames, 'other', '*', 'd*', '?ocs', 'git?ub', '*min', '');
const toolPattern = fc.constantFrom(...toolNames, 'late', '*', 'get_*', '*_a', '?*', '??*', '*s*', 's?arch', '?', '');
const toolReference = fc.record({ serverName: serverPattern, toolName: toolPattern });

const restrictions = fc.record(
  {
    allowedServers: fc.array(serverPattern, { maxLength: 3 }),
    disallowedServers: fc.array(serverPattern, { maxLength: 2 }),
    allowedTools: fc.array(toolReference, { maxLength: 4 }),
    disallowedTools: fc.array(toolReference, { maxLength: 3 }),
  },
  { requiredKeys: [] },
);

const fileRegex = fc.constantFrom('\\.md$', '^docs/', '^(?!src/)', '(', '', '.*', 'a');
const group = fc.constantFrom('read', 'edit', 'browser', 'command', 'mcp', 'mcp', 'mcp');
const groupEntry = fc.oneof(
  { weight: 3, arbitrary: group },
  {
    weight: 1,
    arbitrary: fc.tuple(
      fc.constantFrom('read', 'edit', 'edit', 'command', 'mcp'),
      fc.record({ fileRegex }, { requiredKeys: [] }),
    ),
  },
);

export const modeSlugs = ['a', 'b'] as const;

/** One mode; a slug of {@link modeSlugs}. */
export function arbitraryMode(slug: string): fc.Arbitrary<ModeConfig> {
  return fc
    .record(
      {
        groups: fc.array(groupEntry, { maxLength: 5 }),
        mcpRestrictions: restrictions,
        allowedMcpServers: fc.array(serverPattern, { maxLength: 2 }),
      },
      { requiredKeys: ['groups'] },
    )
    .map((rest) => ({ slug, name: slug, roleDefinition: 'A role.', ...rest }) as ModeConfig);
}

export const arbitraryServers: fc.Arbitrary<readonly McpServerPolicy[] | undefined> = fc.option(
  fc.uniqueArray(
    fc.record({
      name: fc.constantFrom(...serverNames),
      defaultEnabled: fc.boolean(),
      disabled: fc.nat(4).map((number) => number === 0),
      disabledTools: fc.subarray(['search', 'late', 'dele*'] as const),
      disabledInAnyCase: fc.boolean(),
      enabledTools: fc.option(fc.subarray([...toolNames, 'sea*', '*']), { nil: undefined, freq: 1 }),
    }),
    { selector: ({ name }) => name, minLength: 1 },
  ),
  { nil: undefined, freq: 4 },
);

export const arbitraryInventory: fc.Arbitrary<readonly ServerInventory[]> = fc.uniqueArray(
  fc.record({
    name: fc.constantFrom(...serverNames),
    tools: fc.subarray([...toolNames]).map((names) => names.map((name) => ({ name }))),
  }),
  { selector: ({ name }) => name, maxLength: 3 },
);

const settings = fc.subarray(['edit', 'read_file', 'use_mcp_tool', 'access_mcp_resource', 'switch_mode'], {
  maxLength: 1,
});

/** The same policy as data for the oracle and compiled. */
export interface TwoPolicies {
  readonly plain: OraclePolicy;
  readonly policy: Policy;
}

export const arbitraryPolicies: fc.Arbitrary<TwoPolicies> = fc
  .record({
    modes: fc.tuple(arbitraryMode('a'), arbitraryMode('b')),
    servers: arbitraryServers,
    disabledTools: settings,
  })
  .map(({ modes, servers, disabledTools }) => ({
    plain: { modes, servers, disabledTools },
    policy: compilePolicy({ project: modes, builtin: [], servers, disabledTools }),
  }));
