import fc from 'fast-check';
import { wellFormedCircumstances, wellFormedHanging } from './condition-inputs.ts';
import type { DecideInput, LayerInput } from './decide-inputs.ts';

// Well-formed throughout, so that the second judge has a verdict on nearly every call.

const slug = fc.constantFrom('m', 'code', 'ask', 'a-b', 'team');
const server = fc.constantFrom('github', 'docs', 'admin');
const tool = fc.constantFrom('search', 'get_x', 'delete');
const serverPattern = fc.oneof(server, fc.constantFrom('*', '*', '*', 'd*', '?ocs'));
const names = { serverName: serverPattern, toolName: fc.oneof(tool, fc.constantFrom('*', 'get_*')) };
const entry = fc
  .tuple(
    fc.record(names),
    fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: wellFormedHanging }),
  )
  .map(([pair, hanging]) => ({ ...pair, ...hanging }));

const restrictions = fc
  .tuple(
    fc.record(
      {
        allowedServers: fc.array(serverPattern, { minLength: 1, maxLength: 3 }),
        disallowedServers: fc.array(server, { maxLength: 1 }),
        allowedTools: fc.array(entry, { minLength: 1, maxLength: 4 }),
        disallowedTools: fc.array(entry, { maxLength: 2 }),
      },
      { requiredKeys: [] },
    ),
    fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: wellFormedHanging }),
    // Circles and modes that are not there take whole families down, so most modes extend one that is built in, or nobody.
    fc.oneof(
      { weight: 4, arbitrary: fc.constant({}) },
      { weight: 1, arbitrary: fc.record({ extends: fc.uniqueArray(slug, { minLength: 1, maxLength: 3 }) }) },
      { weight: 3, arbitrary: fc.record({ extends: fc.constantFrom('team', 'code', ['team', 'ask'], ['code']) }) },
    ),
  )
  .map((parts) => Object.assign({}, ...parts) as object);

const mode = fc.record(
  {
    slug,
    name: fc.constant('M'),
    roleDefinition: fc.constant('R'),
    groups: fc.constantFrom(['read', 'mcp'], ['mcp'], []),
    mcpRestrictions: restrictions,
    allowedMcpServers: fc.array(serverPattern, { minLength: 1, maxLength: 2 }),
  },
  { requiredKeys: ['slug', 'name', 'roleDefinition', 'groups'] },
);

const layer: fc.Arbitrary<LayerInput> = fc.record({
  document: fc.record({
    customModes: fc.uniqueArray(mode, { minLength: 3, maxLength: 5, selector: (one) => one.slug }),
  }),
  by: fc.constantFrom('list' as const, 'parse' as const, 'text' as const),
  again: fc.constant(undefined),
});

const request = fc
  .record({
    mode: slug,
    server,
    tool,
    carrier: fc.constantFrom('use_mcp_tool', 'access_mcp_resource', 'mcp--{s}--{t}'),
    given: wellFormedCircumstances,
  })
  .map(({ mode: calledIn, server: s, tool: t, carrier, given }) => ({
    ...given,
    mode: calledIn,
    tool: carrier.replace('{s}', s).replace('{t}', t),
    mcp: carrier === 'access_mcp_resource' ? { server: s } : { server: s, tool: t },
  }));

const servers = fc.option(
  fc.uniqueArray(fc.record({ name: server, defaultEnabled: fc.boolean() }), {
    minLength: 2,
    selector: ({ name }) => name,
  }),
  { nil: undefined },
);

/** Modes that extend each other across layers, with schedules and conditions, and MCP calls in known and unknown circumstances. */
export const familyInput: fc.Arbitrary<DecideInput> = fc.record({
  project: fc.option(layer, { nil: undefined, freq: 8 }),
  global: fc.option(layer, { nil: undefined, freq: 4 }),
  servers,
  disabledTools: fc.constant(undefined),
  projectRoot: fc.constant(undefined),
  requests: fc.array(request, { minLength: 2, maxLength: 8 }),
  denial: fc.record({ server: serverPattern, tool: names.toolName, name: tool, group: fc.constantFrom('mcp', 'read') }),
});
