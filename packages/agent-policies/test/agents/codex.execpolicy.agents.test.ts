import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkCodexPolicy } from '@modegate/agent-policies';
import { describe, expect, test } from 'vitest';

const program = join(process.env.MODEGATE_AGENTS_FOLDER ?? '', '_openai_codex-0.169.0/node_modules/.bin/codex');

const rm = (rest: string) => `prefix_rule(pattern = ["rm"]${rest})`;
const host = (paths: string) => `${rm(', decision = "forbidden"')}\nhost_executable(name = "rm", paths = ${paths})`;
const network = (name: string, protocol = 'https') =>
  `network_rule(host = "${name}", protocol = "${protocol}", decision = "deny")`;

const pairs: readonly (readonly [rules: string, command: string])[] = [
  [rm(''), 'rm x'],
  [rm(', decision = "prompt"'), '/bin/rm x'],
  [rm(', decision = "deny"'), 'rm x'],
  [rm(', decision = None'), 'rm x'],
  [rm(', match = None'), 'rm x'],
  [rm(', justification = " "'), 'rm x'],
  [rm(', note = "x"'), 'rm x'],
  [rm(', match = ["rm -r x", ["/bin/rm"]]'), 'rm x'],
  [rm(', match = ["ls"]'), 'rm x'],
  [rm(`, match = ["rm 'x"]`), 'rm x'],
  [rm(', not_match = ["rm x"]'), 'rm x'],
  [rm(', canonical_matching = True'), 'RM x'],
  [rm(', canonical_matching = 1'), 'rm x'],
  [rm(','), 'rm x'],
  [`${rm('')}; ${rm(', decision = "forbidden"')} # both`, 'rm x'],
  [`"""Rules."""\npass\n${rm('')}\r\n`, 'rm x'],
  [`  ${rm('')}`, 'rm x'],
  [`\uFEFF${rm('')}`, 'rm x'],
  ['print("x")', 'rm x'],
  ['prefix_rule(["rm"], "prompt", decision = "allow")', 'rm x'],
  ['prefix_rule(["rm"], "prompt", None)', 'rm x'],
  ['prefix_rule(["rm"], "prompt", ["rm x"])', 'rm x'],
  ['prefix_rule(("rm",))', 'rm x'],
  ['prefix_rule("rm")', 'rm x'],
  ['prefix_rule([])', 'rm x'],
  ['prefix_rule([["rm", "del"]], "forbidden")', 'del x'],
  ['prefix_rule(["rm", []])', 'rm x'],
  ['prefix_rule(["rm" "x"])', 'rm x'],
  ['prefix_rule(["\\x72m"])', 'rm x'],
  ['prefix_rule(["r\\m"])', 'r\\m x'],
  ["prefix_rule(['''rm'''])", 'rm x'],
  ['prefix_rule(["rm", "-R"], "forbidden", canonical_matching = True)', 'rm -r x'],
  ['prefix_rule(["/bin/rm"])\nprefix_rule(["rm"], "forbidden")', '/bin/rm x'],
  ['prefix_rule(["git"], "forbidden")\nprefix_rule(["git", "status"])', 'git status'],
  ['prefix_rule(["npm", "*"])', 'npm test'],
  [host('["/bin/rm"]'), '/bin/rm x'],
  [host('["/bin/rm"]'), '/usr/bin/rm x'],
  [host('[]'), './rm x'],
  [host('["~/rm"]'), 'rm x'],
  [host('["/bin/rm/"]'), '/bin/rm x'],
  [host('["/bin/mv"]'), 'rm x'],
  [network('Example.com:443'), 'x'],
  [network('*.example.com'), 'x'],
  [network('https://example.com'), 'x'],
  [network('[::1]:80'), 'x'],
  [network('example.com', 'tcp'), 'x'],
];

describe.skipIf(!existsSync(program))('codex execpolicy check', () => {
  const folder = mkdtempSync(join(tmpdir(), 'codex-rules-'));
  const path = join(folder, 'a.rules');

  test.each(pairs)('codex execpolicy and our evaluator agree about %j for %s', (text, command) => {
    writeFileSync(path, text);
    const argv = command.split(' ');
    const flags = ['--resolve-host-executables', '--rules', path, '--'];
    const { stdout, status } = spawnSync(program, ['execpolicy', 'check', ...flags, ...argv], {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder, CODEX_HOME: folder },
      encoding: 'utf8',
    });
    const words: Readonly<Record<string, string>> = { allow: 'allow', prompt: 'ask', forbidden: 'deny' };
    const recorded = status === 0 ? (words[JSON.parse(stdout).decision] ?? 'nomatch') : 'error';
    const { answer } = checkCodexPolicy([{ path, name: path, text }], argv, { resolve: true, cwd: folder });
    expect(answer).toBe(recorded);
  });
});
