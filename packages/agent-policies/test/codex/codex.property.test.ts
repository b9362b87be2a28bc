import { codexPolicies } from '@modegate/agent-policies';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { codexFiles } from './support.ts';

const pieces = (...texts: readonly string[]) =>
  fc
    .array(fc.oneof(fc.constantFrom(...texts), fc.string({ maxLength: 4 })), { maxLength: 30 })
    .map((all) => all.join(''));

const rules = pieces(
  'prefix_rule(',
  'pattern=',
  '["rm"]',
  '"',
  "'",
  '[',
  ']',
  ')',
  ',',
  '\n',
  ' ',
  'decision="allow"',
  '#',
  '\\',
  'match=',
  'host_executable(name="rm", paths=',
);
const config = pieces(
  'approval_policy = ',
  'sandbox_mode = ',
  '"never"',
  '"read-only"',
  '\n',
  '[permissions.p]\n',
  'default_permissions = "p"\n',
  '[permissions.p.filesystem]\n',
  '":root" = "read"\n',
  '{',
  '}',
  '[mcp_servers.a]\n',
  '__proto__ = 1\n',
  'agents.x = {}\n',
);
const script = pieces(
  'rm -rf x',
  ' ',
  '&&',
  '|',
  ';',
  '\n',
  '"',
  "'",
  '\\',
  '$(',
  ')',
  '<<E\n',
  '{',
  '}',
  '#',
  'if ',
  'bash -c ',
);
const flags = pieces('-s ', '-a ', 'never', ' ', '--yolo', '-c ', 'a.b=1', '__proto__.x=1', '"', '-p p ', '-C ../');
const tool = fc.constantFrom('exec_command', 'Bash', 'apply_patch', 'mcp__a__b', 'web_search', 'x');

const session = fc.record({ rules, config, project: config, script, flags, tool, headless: fc.boolean() });

describe('Codex', () => {
  test('the Codex evaluator reads any text and answers any call', () => {
    fc.assert(
      fc.property(session, (one) => {
        const files = {
          '~/.codex/config.toml': one.config,
          '.codex/config.toml': one.project,
          '.codex/rules/a.rules': one.rules,
        };
        const { profiles } = codexPolicies.readProfiles(codexFiles(files));
        const values = { cmd: one.script, patch: one.script };
        for (const profile of profiles) {
          const call = { tool: one.tool, arguments: values };
          const answer = codexPolicies.decideFor(profile, call, {
            flags: one.flags,
            headless: one.headless,
            trust: 'trusted',
          });
          expect(answer.because).not.toBe('');
          if (one.headless && one.tool === 'exec_command') expect(answer.effect).not.toBe('ask');
        }
      }),
      { numRuns: 2000 },
    );
  });

  test('the Codex evaluator takes linear time for long texts', () => {
    const long = 'a'.repeat(50_000);
    const texts = [
      '"'.repeat(50_000),
      '['.repeat(50_000),
      `prefix_rule([${'"x",'.repeat(20_000)}`,
      `${long} `.repeat(5),
      '\\'.repeat(50_000),
      '&& '.repeat(20_000),
    ];
    for (const text of texts) {
      const { profiles } = codexPolicies.readProfiles(
        codexFiles({ '.codex/rules/a.rules': text, '.codex/config.toml': text }),
      );
      const bare = codexPolicies.readProfiles(codexFiles({})).profiles;
      for (const profile of [...profiles, ...bare]) {
        const answer = codexPolicies.decideFor(
          profile,
          { tool: 'exec_command', arguments: { cmd: text } },
          { trust: 'trusted' },
        );
        expect(['allow', 'ask', 'deny', 'unknown']).toContain(answer.effect);
      }
    }
  });
});
