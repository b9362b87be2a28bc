import { compilePolicy, decide, type McpServerPolicy, type ModeConfig, type ToolRequest } from '@modegate/mode-core';
import type { McpRestrictions } from '@modegate/mode-core/modes';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { circumstances, restrictions, serverName, toolName } from '../support/restriction-arbitraries.ts';

const servers: fc.Arbitrary<readonly McpServerPolicy[] | undefined> = fc.option(
  fc.uniqueArray(
    fc.record({
      name: fc.constantFrom('github', 'docs', 'admin'),
      defaultEnabled: fc.boolean(),
      disabled: fc.boolean(),
      disabledTools: fc.constantFrom([], ['search']),
    }),
    { selector: ({ name }) => name },
  ),
  { nil: undefined },
);

const request = fc
  .tuple(
    fc.constantFrom('use_mcp_tool', 'access_mcp_resource', 'mcp--github--search', 'github__search'),
    fc.option(fc.record({ server: serverName, tool: fc.option(toolName, { nil: undefined }) }), { nil: undefined }),
    circumstances,
  )
  .map(([tool, mcp, given]) => ({ tool, mcp, ...given }));

interface Family {
  readonly modes: readonly ModeConfig[];
  readonly parentsOf: (slug: string) => readonly string[];
}

/** Modes m0 to m5, each extending some before it, in any of the three layers. */
const family: fc.Arbitrary<Family> = fc
  .array(
    fc.record({
      own: restrictions,
      zoo: fc.option(fc.array(serverName, { maxLength: 2 }), { nil: undefined }),
      parents: fc.array(fc.nat(), { maxLength: 3 }),
    }),
    {
      minLength: 2,
      maxLength: 6,
    },
  )
  .map((drafts) => {
    const parentsOf = (slug: string) => {
      const index = Number(slug.slice(1));
      return index === 0 ? [] : (drafts[index]?.parents ?? []).map((parent) => `m${parent % index}`);
    };
    const modes = drafts.map(({ own, zoo }, index): ModeConfig => {
      const slug = `m${index}`;
      const parents = parentsOf(slug);
      const [only = ''] = parents;
      const extending: McpRestrictions = parents.length === 0 ? {} : { extends: parents.length === 1 ? only : parents };
      return {
        slug,
        name: slug,
        roleDefinition: 'R',
        groups: ['mcp'],
        mcpRestrictions: { ...own, ...extending },
        ...(zoo === undefined ? {} : { allowedMcpServers: zoo }),
      };
    });
    return { modes, parentsOf };
  });

test('a child mode may do only what each parent may, except for a server that only the child names', () => {
  fc.assert(
    fc.property(
      family,
      servers,
      fc.array(request, { minLength: 1, maxLength: 8 }),
      fc.nat(5),
      (line, known, requests, cut) => {
        // The first modes are weaker layers: each still finds its parents, which are always before it.
        const policy = compilePolicy({
          builtin: line.modes.slice(0, Math.min(cut, 1)),
          global: line.modes.slice(Math.min(cut, 1), cut),
          project: line.modes.slice(cut),
          servers: known,
        });
        expect(policy.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
        for (const { slug } of line.modes) {
          for (const asked of requests) {
            if (!decide(policy, { ...asked, mode: slug }).allowed) continue;
            for (const parent of line.parentsOf(slug)) {
              const decision = decide(policy, { ...asked, mode: parent });
              // A parent without lists says nothing about a server that no file has; the exact name in the child is its permission.
              if (!decision.allowed) expect(decision.code).toBe('MCP_SERVER_UNKNOWN');
            }
          }
        }
      },
    ),
    { numRuns: 1500 },
  );
});

test('a child mode is exactly what it and its parents allow together', () => {
  const modeOf = (slug: string, mcpRestrictions: McpRestrictions): ModeConfig => ({
    slug,
    name: slug,
    roleDefinition: 'R',
    groups: ['mcp'],
    mcpRestrictions,
  });
  fc.assert(
    fc.property(
      restrictions,
      restrictions,
      restrictions,
      fc.array(request, { minLength: 1, maxLength: 8 }),
      (first, second, own, requests) => {
        const project = [
          modeOf('first', first),
          modeOf('second', second),
          modeOf('alone', own),
          modeOf('child', { ...own, extends: ['first', 'second'] }),
        ];
        const policy = compilePolicy({ builtin: [], project });
        const ask = (mode: string, asked: Omit<ToolRequest, 'mode'>) => decide(policy, { ...asked, mode }).allowed;
        for (const asked of requests) {
          expect(ask('child', asked)).toBe(['first', 'second', 'alone'].every((mode) => ask(mode, asked)));
        }
      },
    ),
    { numRuns: 1500 },
  );
});

test('modes that are not extended are judged as before', () => {
  fc.assert(
    fc.property(family, request, (line, asked) => {
      const alone = line.modes.filter(({ slug }) => line.parentsOf(slug).length === 0);
      const together = compilePolicy({ builtin: [], project: line.modes });
      const apart = compilePolicy({ builtin: [], project: alone });
      for (const { slug } of alone)
        expect(decide(together, { ...asked, mode: slug }).allowed).toBe(
          decide(apart, { ...asked, mode: slug }).allowed,
        );
    }),
  );
});
