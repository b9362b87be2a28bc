import { type ModeConfig as CoreMode, compilePolicy, decide, type McpIdentity } from '@modegate/mode-core';
import {
  FileRestrictionError,
  getToolsForMode,
  isToolAllowedForMode,
  isValidToolName,
  type McpContext,
  type ModeConfig,
  TOOL_GROUPS,
  toolNames,
  validateToolUse,
} from '@modegate/mode-core/roo';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const optIn = [...(TOOL_GROUPS.edit.customTools ?? [])];
const serverName = fc.constantFrom('github', 'docs', 'admin');
const toolName = fc.constantFrom('search', 'get_secrets');
const pattern = fc.constantFrom('\\.md$', '^docs/', '(', '', '.*');
const group = fc.constantFrom('read', 'edit', 'command', 'mcp', 'modes');
const entry = fc.oneof(group, fc.tuple(group, fc.record({ fileRegex: pattern }, { requiredKeys: [] })));
const restrictions = fc.record(
  {
    allowedServers: fc.array(fc.oneof(serverName, fc.constant('*')), { maxLength: 2 }),
    disallowedServers: fc.array(serverName, { maxLength: 2 }),
    allowedTools: fc.array(fc.record({ serverName, toolName }), { maxLength: 2 }),
    disallowedTools: fc.array(fc.record({ serverName, toolName }), { maxLength: 2 }),
  },
  { requiredKeys: [] },
);
const mode = fc.record(
  {
    slug: fc.constantFrom('m', 'code'),
    name: fc.constant('M'),
    roleDefinition: fc.constant('R'),
    groups: fc.uniqueArray(entry, { maxLength: 5, selector: (one) => (typeof one === 'string' ? one : one[0]) }),
    mcpRestrictions: restrictions,
  },
  { requiredKeys: ['slug', 'name', 'roleDefinition', 'groups'] },
) as fc.Arbitrary<ModeConfig>;
const path = fc.constantFrom('docs/a.md', 'src/a.ts', '../a.md', '/etc/passwd', './docs\\b.md', '');
const params = fc.record(
  {
    path,
    file_path: path,
    patch: path.map((text) => `*** Update File: ${text}\n`),
    content: fc.constantFrom('', 'x'),
    diff: fc.constantFrom('', 'x'),
    server_name: serverName,
    tool_name: toolName,
  },
  { requiredKeys: [] },
);
const tool = fc.constantFrom(...toolNames, 'write_file', 'mcp--github--search', 'mcp__docs__search', 'mcp_admin_x');
const context = fc.option(fc.record({ serverName, toolName }, { requiredKeys: ['serverName'] }), { nil: undefined });
const slug = fc.constantFrom('m', 'code', 'architect', 'ask', 'gone');
const question = fc.record({
  tool,
  slug,
  modes: fc.array(mode, { maxLength: 2 }),
  params: fc.option(params, { nil: undefined }),
  context,
  requirements: fc.dictionary(tool, fc.boolean(), { maxKeys: 2 }),
});
type Question = typeof question extends fc.Arbitrary<infer Value> ? Value : never;

describe('agreement for any modes, tools and arguments', () => {
  test('the Roo facade answers a call like decide', () => {
    fc.assert(
      fc.property(question, (asked) => {
        const call = { ...asked, params: { ...asked.params, extra: true } };
        expect(answer(call)).toBe(decideDirectly(call));
      }),
      { numRuns: 1500 },
    );
  });

  test('isToolAllowedForMode offers only tools that getToolsForMode lists', () => {
    fc.assert(
      fc.property(fc.array(mode, { maxLength: 2 }), fc.constantFrom('m', 'code'), (modes, asked) => {
        const own = modes.find((candidate) => candidate.slug === asked);
        if (own === undefined) return;
        const offered = toolNames.filter((name) => isToolAllowedForMode(name, asked, modes));
        expect(getToolsForMode(own.groups)).toEqual(expect.arrayContaining([...offered]));
      }),
    );
  });

  test('an additional denial never allows more', () => {
    fc.assert(
      fc.property(question, denial, (asked, deny) => {
        if (answer(deny(asked))) expect(answer(asked)).toBe(true);
      }),
      { numRuns: 1500 },
    );
  });

  test('validateToolUse throws exactly where isToolAllowedForMode is false or throws, or the name is unknown', () => {
    fc.assert(
      fc.property(question, (asked) => {
        const { modes, requirements } = asked;
        const rest = [undefined, optIn, asked.context] as const;
        let passed = true;
        try {
          validateToolUse(asked.tool, asked.slug, modes, requirements, asked.params, ...rest);
        } catch (error) {
          passed = false;
          expect((error as Error).message).toMatch(/^(?:Unknown tool|Tool ['"])/);
        }
        expect(passed).toBe(answer(asked) && isValidToolName(asked.tool));
      }),
    );
  });

  test('isToolAllowedForMode throws only file restriction errors, whatever the arguments', () => {
    const odd = fc.oneof(
      fc.anything(),
      fc.dictionary(fc.constantFrom('path', 'file_path', 'patch', 'args', 'files'), fc.anything()),
    );
    fc.assert(
      fc.property(fc.oneof(tool, fc.string()), fc.array(fc.anything(), { maxLength: 3 }), odd, (name, modes, given) => {
        try {
          expect(
            typeof isToolAllowedForMode(name, 'architect', modes as ModeConfig[], undefined, given as object),
          ).toBe('boolean');
        } catch (error) {
          expect(error).toBeInstanceOf(FileRestrictionError);
        }
      }),
    );
  });
});

function answer({ tool: name, slug: asked, modes, requirements, params: given, context: mcp }: Question): boolean {
  try {
    return isToolAllowedForMode(
      name,
      asked,
      modes,
      requirements,
      given,
      undefined,
      optIn,
      mcp as McpContext | undefined,
    );
  } catch (error) {
    expect(error).toBeInstanceOf(FileRestrictionError);
    return false;
  }
}

function decideDirectly({
  tool: name,
  slug: asked,
  modes,
  requirements,
  params: given,
  context: mcp,
}: Question): boolean {
  const isMcp = /^mcp[-_]/.test(name);
  const fold = (one: string) => (/^mcp[-_]/.test(one) ? one.replaceAll('-', '_') : one);
  const disabledTools = Object.keys(requirements).filter((key) => requirements[key] === false);
  const policy = compilePolicy({
    project: modes as unknown as readonly CoreMode[],
    disabledTools: disabledTools.map(fold),
  });
  const identity: McpIdentity | undefined = mcp && { server: mcp.serverName, tool: mcp.toolName };
  return decide(policy, { mode: asked, tool: isMcp ? fold(name) : name, params: given, mcp: identity }).allowed;
}

type Deny = (asked: Question) => Question;

const changeModes =
  (change: (one: ModeConfig) => ModeConfig): Deny =>
  (asked) => ({ ...asked, modes: asked.modes.map(change) });

const denial: fc.Arbitrary<Deny> = fc.oneof(
  tool.map(
    (name): Deny =>
      (asked) => ({ ...asked, requirements: { ...asked.requirements, [name]: false } }),
  ),
  serverName.map((server) =>
    changeModes((one) => ({
      ...one,
      mcpRestrictions: {
        ...one.mcpRestrictions,
        disallowedServers: [...(one.mcpRestrictions?.disallowedServers ?? []), server],
      },
    })),
  ),
  fc.record({ serverName, toolName }).map((denied) =>
    changeModes((one) => ({
      ...one,
      mcpRestrictions: {
        ...one.mcpRestrictions,
        disallowedTools: [...(one.mcpRestrictions?.disallowedTools ?? []), denied],
      },
    })),
  ),
  fc.nat(4).map((index) => changeModes((one) => ({ ...one, groups: one.groups.filter((_, at) => at !== index) }))),
  pattern.map((fileRegex) =>
    changeModes((one) => ({
      ...one,
      groups: one.groups.map((held) => (typeof held === 'string' ? [held, { fileRegex }] : held)),
    })),
  ),
  fc.constant<Deny>((asked) => ({
    ...asked,
    context: asked.context && { ...asked.context, serverDefaultEnabled: false },
  })),
);
