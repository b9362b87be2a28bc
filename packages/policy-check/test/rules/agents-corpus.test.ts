import { permissionAgents } from '@modegate/agent-policies';
import { check, type Finding, rules } from '@modegate/policy-check';
import { describe, expect, test } from 'vitest';
import { exampleWorkspace } from '../support/example-workspace.ts';
import { listPublicFiles, type PublicFile } from '../support/public-agent-files.ts';

const files = listPublicFiles();
const agents = ['Claude Code', 'opencode and Kilo', 'Codex'] as const;

interface Checked {
  readonly file: PublicFile;
  readonly findings: readonly Finding[];
}

describe.skipIf(files.length === 0)(
  `agents of public repositories${files.length === 0 ? ': no ../shared/corpus/agents, set MODEGATE_CORPUS' : ''}`,
  () => {
    const all = files.map((file) => checkFile(file, 'strict'));
    const usual = files.map((file) => checkFile(file, 'default'));

    test('agent files are read, and what is not read is also unreadable for the agent', () => {
      const lost = usual.flatMap(({ file, findings }) =>
        findings
          .filter(
            ({ rule, message }) =>
              rule === 'M014' && /ignores this (?!role)|does not start|ignores the whole/.test(message),
          )
          .map(() => file.source),
      );
      expect(files.length).toBeGreaterThan(450);
      // A missing comma, a comma too many, roles whose files are not there, and two values that Kilo does not take.
      expect([...new Set(lost)]).toEqual([
        'claude-settings/NYUMusEdLab__notio__.claude__settings.local.json',
        'claude-settings/gioh-mkv__obsidian-storyteller-suite__.claude__settings.local.json',
        'codex/0Cymantek0__ai-ext__.codex__config.toml',
        'kilo/ozturu68__Open-Shield__.kilo__kilo.jsonc',
      ]);
      // Servers in Kilo's old file hold no permissions.
      const unread = files.filter(({ path, text }) => {
        if (/\.kilo(?:code)?\/mcp\.json$/.test(path)) return false;
        const given = { project: '/project', home: undefined, files: [{ path: `/project/${path}`, name: path, text }] };
        return permissionAgents.every(({ readProfiles }) => readProfiles(given).read.length === 0);
      });
      expect(unread.map(({ source }) => source)).toEqual([]);
    });

    test('agent files have at most five findings in the median and twenty in the 95th percentile', () => {
      for (const agent of agents) {
        const counts = usual
          .filter(({ file }) => file.agent === agent)
          .map(({ findings }) => findings.length)
          .toSorted((a, b) => a - b);
        expect(counts[counts.length >> 1]).toBeLessThanOrEqual(5);
        expect(counts[Math.floor(counts.length * 0.95)]).toBeLessThanOrEqual(20);
      }
    });

    test('each finding in an agent file has a place in the file', () => {
      for (const { file, findings } of all) {
        const lines = file.text.split('\n');
        for (const { location, message } of findings) {
          expect(location.file).toBe(file.path);
          expect(location.line, message).toBeLessThanOrEqual(lines.length);
          expect(location.column).toBeLessThanOrEqual((lines[location.line - 1]?.length ?? 0) + 1);
        }
      }
    });

    test.each(rules.filter(({ more }) => more !== undefined))(
      '$id: the page of the rule says how many files it reports',
      (rule) => {
        const counted = agents.map((agent) => {
          const own = all.filter(({ file }) => file.agent === agent);
          return {
            agent,
            found: own.filter(({ findings }) => findings.some((one) => one.rule === rule.id)).length,
            of: own.length,
          };
        });
        expect(rule.publicFiles).toEqual(counted.filter(({ found }) => found > 0));
      },
    );
  },
);

function checkFile(file: PublicFile, preset: 'default' | 'strict'): Checked {
  const result = check(exampleWorkspace({ [file.path]: file.text }), { preset });
  expect(result.failures).toEqual([]);
  return { file, findings: result.findings };
}
