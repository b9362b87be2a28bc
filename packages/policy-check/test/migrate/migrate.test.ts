import { compilePolicy, decide, type ModeConfig, type Policy } from '@modegate/mode-core';
import { parseModesText } from '@modegate/mode-core/text';
import { type ModesMigration, migrateModes } from '@modegate/policy-check';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arbitraryMode, arbitraryServers, serverNames, toolNames } from '../support/arbitrary-policy.ts';

const targets = ['mcpRestrictions', 'allowedMcpServers'] as const;
const modesText = (tail: string) => `# kept
customModes:
  - slug: a # kept too
    name: A
    roleDefinition: You help.
    groups: [read, mcp]
${tail}`;
const fieldsOf = ({ text }: ModesMigration) => {
  const { config } = parseModesText(text, { source: 'project' }).modes[0] ?? {};
  return { mcpRestrictions: config?.mcpRestrictions, allowedMcpServers: config?.allowedMcpServers };
};
const messagesOf = ({ losses }: ModesMigration) => losses.map(({ message, line }) => [line, message]);

describe('migrateModes', () => {
  test('migrateModes moves a list and keeps comments and everything else', () => {
    const zoo = modesText('    allowedMcpServers: [github, docs]\n');
    const there = migrateModes(zoo, { to: 'mcpRestrictions' });
    expect(fieldsOf(there)).toEqual({
      mcpRestrictions: { allowedServers: ['github', 'docs'] },
      allowedMcpServers: undefined,
    });
    expect(there).toMatchObject({
      isChanged: true,
      losses: [],
      changes: [{ mode: 'a', pointer: '/customModes/0', line: 3 }],
    });
    expect(there.text).toContain('# kept too');
    const back = migrateModes(there.text, { to: 'allowedMcpServers' });
    expect(fieldsOf(back)).toEqual({ mcpRestrictions: undefined, allowedMcpServers: ['github', 'docs'] });
    expect(back.losses).toEqual([]);
    expect(migrateModes(back.text, { to: 'allowedMcpServers' })).toMatchObject({ isChanged: false, text: back.text });
  });

  test('migrateModes keeps an empty list closed', () => {
    const there = migrateModes(modesText('    allowedMcpServers: []\n'), { to: 'mcpRestrictions' });
    expect(fieldsOf(there).mcpRestrictions).toEqual({ allowedServers: [] });
  });

  test('migrateModes turns two lists into their intersection', () => {
    const both = (own: string, zoo: string) =>
      migrateModes(modesText(`    allowedMcpServers: ${zoo}\n    mcpRestrictions:\n      allowedServers: ${own}\n`), {
        to: 'mcpRestrictions',
      });
    expect(fieldsOf(both('[github, docs]', '[docs, x]'))).toEqual({
      mcpRestrictions: { allowedServers: ['docs'] },
      allowedMcpServers: undefined,
    });
    expect(fieldsOf(both("['d*']", '[docs, x]')).mcpRestrictions).toEqual({ allowedServers: ['docs'] });
    const unclear = both("['d*']", "['*s']");
    expect(unclear.isChanged).toBe(false);
    expect(messagesOf(unclear)[0]?.[1]).toContain('both contain wildcards');
  });

  test('migrateModes lists what the other field cannot express and leaves it in place', () => {
    const rich = modesText(`    mcpRestrictions:
      extends: code
      allowedServers: [github, 'd*']
      disallowedServers: [x]
      disallowedTools:
        - { serverName: github, toolName: y }
`);
    const there = migrateModes(rich, { to: 'allowedMcpServers' });
    expect(fieldsOf(there)).toEqual({
      mcpRestrictions: {
        extends: 'code',
        disallowedServers: ['x'],
        disallowedTools: [{ serverName: 'github', toolName: 'y' }],
      },
      allowedMcpServers: ['github', 'd*'],
    });
    expect(messagesOf(there)).toEqual([
      [
        8,
        "'allowedMcpServers' cannot express 'extends' (restrictions inherited from other modes). The key stays in 'mcpRestrictions', which Zoo Code does not read.",
      ],
      [
        10,
        "'allowedMcpServers' cannot express 'disallowedServers' (servers that are always refused). The key stays in 'mcpRestrictions', which Zoo Code does not read.",
      ],
      [
        12,
        "'allowedMcpServers' cannot express 'disallowedTools' (tools that are always refused). The key stays in 'mcpRestrictions', which Zoo Code does not read.",
      ],
      [
        9,
        `Zoo Code treats ["d*"] in 'allowedMcpServers' as plain names; Modegate treats them as wildcards. List the servers by name.`,
      ],
    ]);
  });

  test('migrateModes leaves an invalid mode unchanged and lists it, and reports an unreadable text', () => {
    const broken = migrateModes(modesText('    allowedMcpServers: github\n'), { to: 'mcpRestrictions' });
    expect(broken).toMatchObject({ isChanged: false, changes: [], losses: [{ mode: 'a' }] });
    const unreadable = migrateModes('customModes: [', { to: 'mcpRestrictions', file: '.roomodes' });
    expect(unreadable).toMatchObject({ isChanged: false, problems: [{ code: 'FILE_SYNTAX', file: '.roomodes' }] });
  });

  test('migrateModes preserves every decision, and a second run changes nothing more', () => {
    fc.assert(
      fc.property(
        arbitraryMode('a'),
        arbitraryMode('b'),
        arbitraryServers,
        fc.constantFrom(...targets),
        (first, second, servers, to) => {
          const text = JSON.stringify({ customModes: [first, second] }, undefined, 2);
          const moved = migrateModes(text, { to });
          const policies = [text, moved.text].map((given) =>
            compilePolicy({ project: parseModesText(given, { source: 'project' }), builtin: [], servers }),
          );
          const [before, after] = policies.map(answers);
          expect(after).toEqual(before);
          const again = migrateModes(moved.text, { to });
          expect({ text: again.text, changes: again.changes }).toEqual({ text: moved.text, changes: [] });
          expectMoved(moved, [first, second], to);
        },
      ),
      { numRuns: 800 },
    );
  });
});

/** Nothing is left in the old field that is not listed. */
function expectMoved(moved: ModesMigration, modes: readonly ModeConfig[], to: (typeof targets)[number]): void {
  for (const { config } of parseModesText(moved.text, { source: 'project' }).modes) {
    const listed = moved.losses.filter(({ mode }) => mode === config.slug);
    const left = to === 'mcpRestrictions' ? config.allowedMcpServers : config.mcpRestrictions;
    const had = modes.find(({ slug }) => slug === config.slug);
    if (left !== undefined && Object.keys(left).length > 0 && listed.length === 0)
      expect({ had, left }).toEqual('listed');
  }
}

function answers(policy: Policy): readonly boolean[] {
  return ['a', 'b'].flatMap((mode) =>
    [...serverNames, 'other', 'later'].flatMap((server) =>
      [undefined, ...toolNames, 'late', 'y'].map((tool) => {
        const name = tool === undefined ? 'access_mcp_resource' : 'use_mcp_tool';
        return decide(policy, { mode, tool: name, mcp: { server, tool } }).allowed;
      }),
    ),
  );
}
