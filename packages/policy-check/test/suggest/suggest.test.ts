import { compilePolicy, decide, type ModeConfig } from '@modegate/mode-core';
import { suggestRestrictions } from '@modegate/policy-check';
import type { ServerInventory } from '@modegate/policy-check/permissions';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  arbitraryInventory,
  arbitraryMode,
  arbitraryServers,
  serverNames,
  toolNames,
} from '../support/arbitrary-policy.ts';

const github: ServerInventory = {
  name: 'github',
  tools: [
    { name: 'search_code', hints: { readOnly: true } },
    { name: 'create_issue', hints: { readOnly: false } },
    { name: 'delete_repo', hints: { destructive: true } },
  ],
};
const inventory = [github, { name: 'jira', tools: [{ name: 'get_ticket' }] }, { name: 'blind' }];
const servers = inventory.map(({ name }) => ({ name }));
const base: ModeConfig = { slug: 'm', name: 'M', roleDefinition: 'You help.', groups: ['read', 'mcp'] };
const suggest = (more: Partial<ModeConfig>) => {
  const policy = compilePolicy({ project: [{ ...base, ...more }], builtin: [], servers });
  const { suggestions, skipped } = suggestRestrictions(policy, { inventory });
  return { ...suggestions[0], skipped };
};

describe('suggestRestrictions', () => {
  test('Q11: what depends on a schedule counts as open, unless a time is given', () => {
    const schedule = { days: ['mon'], from: '09:00', to: '17:00', timeZone: 'Europe/Berlin' };
    const mode = { ...base, mcpRestrictions: { schedule } } as unknown as ModeConfig;
    const policy = compilePolicy({ project: [mode], builtin: [], servers });
    expect(policy.problems).toEqual([]);
    const at = (iso: string) => ({ inventory, circumstances: { at: Date.parse(iso) } });
    const [open] = suggestRestrictions(policy, { inventory }).suggestions;
    expect(open?.restrictions).toMatchObject({ schedule, allowedServers: ['github', 'jira', 'blind'] });
    expect(suggestRestrictions(policy, at('2026-11-23T10:00:00+01:00')).suggestions).toHaveLength(1);
    expect(suggestRestrictions(policy, at('2026-11-23T20:00:00+01:00')).skipped).toHaveLength(1);
  });

  test('a mode that writes nothing keeps the servers it names, and only the tools of these that read', () => {
    const { restrictions, reasons, removes, keeps } = suggest({ roleDefinition: 'You triage issues on GitHub.' });
    expect(restrictions).toEqual({
      allowedServers: ['github'],
      allowedTools: [{ serverName: 'github', toolName: 'search_code' }],
    });
    expect(keeps).toEqual([{ server: 'github' }, { server: 'github', tool: 'search_code' }]);
    expect(removes).toEqual([
      { server: 'jira' },
      { server: 'blind' },
      { server: 'github', tool: 'create_issue' },
      { server: 'github', tool: 'delete_repo' },
    ]);
    expect(reasons).toEqual([
      "The mode's text mentions 'github', but not 'jira', 'blind'.",
      'The mode can neither edit files nor run commands, so the suggestion omits the 2 tools that are not known to be read-only.',
      "A tool that 'github' adds later is refused until it is listed. The resources of the server stay open.",
    ]);
  });

  test('a mode that writes loses destructive tools, unless its text mentions them', () => {
    const tools = (more: Partial<ModeConfig>) =>
      suggest({ groups: ['edit', 'mcp'], ...more }).restrictions?.allowedTools?.map(({ toolName }) => toolName);
    expect(tools({ roleDefinition: 'You work with github.' })).toEqual(['search_code', 'create_issue']);
    expect(
      tools({ roleDefinition: 'You work with github.', customInstructions: 'Use delete_repo to clean up.' }),
    ).toEqual(['search_code', 'create_issue', 'delete_repo']);
  });

  test('a server with unknown tools stays unchanged', () => {
    const { restrictions, reasons } = suggest({ roleDefinition: 'You use the blind server.' });
    expect(restrictions?.allowedTools).toEqual([{ serverName: 'blind', toolName: '*' }]);
    expect(reasons?.at(-1)).toContain("The tools of 'blind' are not known");
  });

  test('denied, inherited or conditional permissions stay unchanged', () => {
    const when = { branch: 'main' };
    const { restrictions } = suggest({
      roleDefinition: 'github',
      mcpRestrictions: {
        disallowedServers: ['jira'],
        allowedTools: [
          { serverName: 'git*', toolName: 'search_*' },
          { serverName: 'github', toolName: 'create_issue', when },
        ],
        disallowedTools: [{ serverName: '*', toolName: 'x' }],
      },
    });
    expect(restrictions).toEqual({
      allowedServers: ['github'],
      disallowedServers: ['jira'],
      allowedTools: [{ serverName: 'github', toolName: 'search_code' }],
      disallowedTools: [{ serverName: '*', toolName: 'x' }],
    });
  });

  test('modes without a suggestion are listed with the reason', () => {
    expect(suggest({ groups: ['read'] }).skipped).toEqual([
      { mode: 'm', reason: 'The mode may not use any MCP server.' },
    ]);
    expect(suggest({ mcpRestrictions: { allowedServers: [] } }).skipped[0]?.reason).toContain(
      'The mode may not use any known MCP server.',
    );
    const said = { allowedServers: ['jira'], allowedTools: [{ serverName: 'jira', toolName: 'get_ticket' }] };
    expect(suggest({ mcpRestrictions: said }).skipped).toEqual([
      { mode: 'm', reason: 'The mode already has these restrictions.' },
    ]);
  });

  test('applying a suggestion never allows anything new', () => {
    let runs = 0;
    let count = 0;
    fc.assert(
      fc.property(
        arbitraryMode('a'),
        arbitraryServers,
        arbitraryInventory,
        fc.constantFrom('You help.', 'You use github and docs.', 'admin get_secret delete_a'),
        (config, configured, known, roleDefinition) => {
          runs++;
          const mode: ModeConfig = { ...config, roleDefinition, groups: [...config.groups, 'mcp'] };
          const before = compilePolicy({ project: [mode], builtin: [], servers: configured });
          const [suggestion] = suggestRestrictions(before, { inventory: known }).suggestions;
          if (suggestion === undefined) return;
          count++;
          const after = compilePolicy({
            project: [{ ...mode, mcpRestrictions: suggestion.restrictions }],
            builtin: [],
            servers: configured,
          });
          expect(after.problems.filter(({ severity }) => severity === 'error')).toEqual(
            before.problems.filter(({ severity }) => severity === 'error'),
          );
          const may = (policy: typeof before, server: string, tool?: string) =>
            decide(policy, {
              mode: 'a',
              tool: tool === undefined ? 'access_mcp_resource' : 'use_mcp_tool',
              mcp: { server, tool },
            }).allowed;
          for (const server of [...serverNames, 'other', 'later'])
            for (const tool of [undefined, ...toolNames, 'late', 'y'])
              if (may(after, server, tool))
                expect({ server, tool, may: may(before, server, tool) }).toEqual({ server, tool, may: true });
          // What it says it keeps, it keeps; what it says it removes is gone.
          for (const { server, tool } of suggestion.keeps) expect(may(after, server, tool)).toBe(true);
          for (const { server, tool } of suggestion.removes) expect(may(after, server, tool)).toBe(false);
        },
      ),
      { numRuns: 2000 },
    );
    expect(count).toBeGreaterThan(runs / 10);
  });
});
