import { reporters } from '@modegate/policy-check/reporters';
import { describe, expect, test } from 'vitest';
import { listPublicFiles } from '../../../../packages/policy-check/test/support/public-agent-files.ts';
import { findAgentChanges } from '../../src/profiles/agent-fixes.ts';
import { checkTexts, repairTexts } from '../support/checked-texts.ts';

const settings = '.claude/settings.json';
const inSettings = (list: string, ...entries: readonly string[]) =>
  `{\n  "permissions": {\n    "${list}": [\n${entries.map((entry) => `      ${JSON.stringify(entry)}`).join(',\n')}\n    ]\n  }\n}\n`;

/** A repair: its name, its file, and the text before and after. */
type Repair = readonly [title: string, file: string, before: string, after: string];

describe('safe repairs of agent files', () => {
  test.each<Repair>([
    ['a denial of a path', settings, inSettings('deny', 'Write(a/**)'), inSettings('deny', 'Edit(a/**)')],
    [
      'two such denials of one path',
      settings,
      inSettings('deny', 'Write(a/**)', 'MultiEdit(a/**)', 'Read(b)'),
      inSettings('deny', 'Edit(a/**)', 'Read(b)'),
    ],
    [
      'a denial of a path that is there in the right form',
      settings,
      inSettings('deny', 'Edit(a/**)', 'Write(a/**)'),
      inSettings('deny', 'Edit(a/**)'),
    ],
    ["a blank before ':*'", settings, inSettings('deny', 'Bash(rm :*)'), inSettings('deny', 'Bash(rm:*)')],
    ['the case of a tool', settings, inSettings('ask', 'bash(rm:*)'), inSettings('ask', 'Bash(rm:*)')],
    [
      'a single slash before a folder of the disk',
      settings,
      inSettings('deny', 'Read(/home/me/x)'),
      inSettings('deny', 'Read(/home/me/x)', 'Read(//home/me/x)'),
    ],
    [
      'backslashes',
      settings,
      inSettings('deny', 'Read(C:\\Users\\me\\x)'),
      inSettings('deny', 'Read(C:\\Users\\me\\x)', 'Read(//c/Users/me/x)'),
    ],
    [
      'a comma after the last value, where the file only denies',
      settings,
      '{ "permissions": { "deny": ["Bash(git push:*)",], } }',
      '{ "permissions": { "deny": ["Bash(git push:*)"] } }',
    ],
    [
      'duplicates, and none of the others',
      settings,
      inSettings('allow', 'WebSearch', 'WebSearch', 'Bash(npm test)', 'WebSearch'),
      inSettings('allow', 'WebSearch', 'Bash(npm test)'),
    ],
    [
      'a duplicate on the same line',
      settings,
      '{"permissions":{"allow":["WebSearch","WebSearch"],"deny":["Bash(a)","Bash(b)","Bash(a)"]}}',
      '{"permissions":{"allow":["WebSearch"],"deny":["Bash(a)","Bash(b)"]}}',
    ],
    [
      'a list of tools under the wrong key',
      '.claude/agents/reviewer.md',
      '---\nname: reviewer\n# Only these.\nallowed-tools: Read, Grep # no more\n---\nYou review.\n',
      '---\nname: reviewer\n# Only these.\ntools: Read, Grep # no more\n---\nYou review.\n',
    ],
    [
      'the order of a map, with its comments',
      'opencode.json',
      '{\n  // Rules.\n  "permission": {\n    "bash": {\n      "git push *": "deny",\n      "rm *": "deny",\n      "*": "ask"\n    }\n  }\n}\n',
      '{\n  // Rules.\n  "permission": {\n    "bash": {\n      "*": "ask",\n      "git push *": "deny",\n      "rm *": "deny"\n    }\n  }\n}\n',
    ],
    [
      'the order of tools',
      'opencode.json',
      '{ "permission": { "bash": { "git push *": "deny" }, "*": "ask" } }',
      '{ "permission": { "*": "ask", "bash": { "git push *": "deny" } } }',
    ],
    [
      'commands beside an action',
      'opencode.json',
      '{\n  "permission": {\n    "sudo *": "deny",\n    "rm *": "deny",\n    "bash": "ask"\n  }\n}\n',
      '{\n  "permission": {\n    "bash": {\n      "*": "ask",\n      "sudo *": "deny",\n      "rm *": "deny"\n    }\n  }\n}\n',
    ],
    [
      'a command beside a map',
      'opencode.json',
      '{ "permission": { "bash": { "*": "ask" }, "sudo *": "deny" } }',
      '{ "permission": { "bash": { "*": "ask", "sudo *": "deny" } } }',
    ],
    ['the case of a permission', 'kilo.json', '{"permission":{"Bash":"deny"}}', '{"permission":{"bash":"deny"}}'],
    [
      'a path that begins with a dot',
      'opencode.json',
      '{"permission":{"edit":{"./docs/*":"deny"}}}',
      '{"permission":{"edit":{"docs/*":"deny"}}}',
    ],
    [
      'the order in front matter',
      '.opencode/agents/reviewer.md',
      '---\nmode: primary\npermission:\n  bash:\n    "git push *": deny # never\n    "*": ask\n---\nYou review.\n',
      '---\nmode: primary\npermission:\n  bash:\n    "*": ask\n    "git push *": deny # never\n---\nYou review.\n',
    ],
    [
      'words in one string',
      '.codex/rules/a.rules',
      '# Rules.\nprefix_rule(\n  pattern = ["terraform apply"], # never\n  decision = "forbidden",\n)\n',
      '# Rules.\nprefix_rule(\n  pattern = ["terraform", "apply"], # never\n  decision = "forbidden",\n)\n',
    ],
    [
      'a star as a word',
      '.codex/rules/a.rules',
      'prefix_rule(pattern = ["rm", "*"], decision = "prompt")\n',
      'prefix_rule(pattern = ["rm"], decision = "prompt")\n',
    ],
    [
      'a duplicate of several lines',
      '.codex/rules/a.rules',
      'prefix_rule(pattern = ["ls"], decision = "allow")\nprefix_rule(\n  pattern = ["ls"],\n  decision = "allow",\n)\n',
      'prefix_rule(pattern = ["ls"], decision = "allow")\n',
    ],
    [
      'a key below a table',
      '.codex/config.toml',
      '# Mine.\nmodel = "gpt-5"\n\n[tui]\nsandbox_mode = "read-only" # no writing\ntheme = "a"\n',
      '# Mine.\nmodel = "gpt-5"\nsandbox_mode = "read-only" # no writing\n\n[tui]\ntheme = "a"\n',
    ],
    ['a misspelt key', '.codex/config.toml', 'sandbx_mode = "read-only"\n', 'sandbox_mode = "read-only"\n'],
  ])('a safe repair fixes %s', async (_, file, before, after) => {
    const { texts, left } = await repairTexts({ [file]: before });
    expect(left).toEqual([]);
    expect(texts[file]).toBe(after);
    expect((await repairTexts(texts)).applied).toEqual([]);
  });

  test.each([
    ['CR LF', (text: string) => text.replaceAll('\n', '\r\n')],
    ['tabs', (text: string) => text.replaceAll('  ', '\t')],
    ['a byte order mark', (text: string) => `\uFEFF${text}`],
    ['no line break', (text: string) => text.replaceAll(/\n */g, ' ').trim()],
  ])('a safe repair keeps %s', async (_, turn) => {
    const before = inSettings('deny', 'Write(a/**)', 'Bash(rm :*)', 'Bash(rm :*)', 'MultiEdit(a/**)');
    const { texts } = await repairTexts({ [settings]: turn(before) });
    expect(texts[settings]).toBe(turn(inSettings('deny', 'Edit(a/**)', 'Bash(rm:*)')));
    const map = '{\n  "permission": {\n    "bash": {\n      "rm *": "deny",\n      "*": "ask"\n    }\n  }\n}\n';
    const ordered = '{\n  "permission": {\n    "bash": {\n      "*": "ask",\n      "rm *": "deny"\n    }\n  }\n}\n';
    expect((await repairTexts({ 'opencode.json': turn(map) })).texts['opencode.json']).toBe(turn(ordered));
  });
});

describe('unsafe repairs of agent files', () => {
  test.each<Repair>([
    [
      'an allowance that does nothing',
      settings,
      inSettings('allow', 'Write(a/**)'),
      '{\n  "permissions": {\n    "allow": []\n  }\n}\n',
    ],
    [
      'an allowance that a denial defeats',
      settings,
      '{"permissions":{"allow":["WebSearch","Bash(git log)"],"deny":["Bash(git *)"]}}',
      '{"permissions":{"allow":["WebSearch"],"deny":["Bash(git *)"]}}',
    ],
    ['a denial of a search', settings, inSettings('deny', 'Grep(a/**)'), inSettings('deny', 'Read(a/**)')],
    [
      'comments, where the file only denies',
      settings,
      '{\n  // Never.\n  "permissions": {\n    "deny": ["Bash(git push:*)"] // "yet"\n  } /* x */\n}\n',
      '{\n  "permissions": {\n    "deny": ["Bash(git push:*)"]\n  }\n}\n',
    ],
    [
      'a tool of an earlier version',
      'opencode.json',
      '{"permission":{"list":"deny","bash":"ask"}}',
      '{"permission":{"bash":"ask"}}',
    ],
    ["a denial of 'write'", 'opencode.json', '{"permission":{"write":"deny"}}', '{"permission":{"edit":"deny"}}'],
    [
      'a denial without arguments',
      settings,
      '{"permissions":{"allow":["Bash(npm:*)"],"deny":["Bash(npm publish)"]}}',
      '{"permissions":{"allow":["Bash(npm:*)"],"deny":["Bash(npm publish:*)"]}}',
    ],
    [
      'denials of opencode that reach less than they look like',
      'opencode.json',
      '{"permission":{"bash":{"*":"allow","terraform":"deny"},"read":{"id_rsa":"deny"},"edit":{"**/*.pem":"deny"}}}',
      '{"permission":{"bash":{"*":"allow","terraform *":"deny"},"read":{"*id_rsa":"deny"},"edit":{"*.pem":"deny"}}}',
    ],
    [
      'a rule that a stricter one defeats',
      '.codex/rules/a.rules',
      'prefix_rule(pattern = ["cargo", "test"], decision = "allow")\nprefix_rule(pattern = ["cargo"], decision = "prompt")\n',
      'prefix_rule(pattern = ["cargo"], decision = "prompt")\n',
    ],
  ])('an unsafe repair fixes %s', async (_, file, before, after) => {
    expect((await repairTexts({ [file]: before })).texts[file]).toBe(before);
    const { texts, left } = await repairTexts({ [file]: before }, { unsafe: true });
    expect(left).toEqual([]);
    expect(texts[file]).toBe(after);
  });

  test('an unsafe repair replaces an approval of all servers by the names of the current ones', async () => {
    const servers = { '.mcp.json': '{"mcpServers":{"docs":{"command":"docs"},"maps":{"command":"maps"}}}' };
    const before = { ...servers, [settings]: '{\n  "enableAllProjectMcpServers": true\n}\n' };
    const { texts } = await repairTexts(before, { unsafe: true });
    expect(texts[settings]).toBe('{\n  "enabledMcpjsonServers": ["docs", "maps"]\n}\n');
  });
});

describe('omitted repairs of agent files', () => {
  test('repairs that would let an agent do more are left out and named', async () => {
    const text = '{ "permissions": { "allow": ["Bash(npm test)"], "deny": ["Bash(git push:*)"], } }';
    const { texts, left } = await repairTexts({ [settings]: text }, { unsafe: true });
    expect(texts[settings]).toBe(text);
    expect(left).toEqual(['M014 claude-code may now run `npm test` without asking (.claude/settings.json:1).']);
    const opened = await repairTexts({ [settings]: text }, { allowGrants: true });
    expect(opened.texts[settings]).toBe(text.replace(', }', ' }'));
  });

  test('repairs that would keep the agent from starting are left out', async () => {
    const text = 'aproval_policy = "untrusted"\n';
    const { texts, left } = await repairTexts({ '.codex/config.toml': text });
    expect(texts['.codex/config.toml']).toBe(text);
    expect(left.join()).toContain('M112 The approval policy "untrusted" is no longer supported.');
  });

  test('a repair that grants does not hold back the other repairs', async () => {
    const given = {
      [settings]: inSettings('deny', 'Write(a/**)'),
      '.claude/settings.local.json': '{ "permissions": { "allow": ["Bash(npm test)"], } }',
    };
    const { texts, left } = await repairTexts(given);
    expect(texts).toEqual({ ...given, [settings]: inSettings('deny', 'Edit(a/**)') });
    expect(left).toHaveLength(1);
  });

  test.each([
    ['where a comment would be lost', '{"permission":{"list":"deny", // x\n"bash":"ask"}}'],
    ['where commands have no key to go to', '{ "permission": { "sudo *": "deny" } }'],
    ['where the right key is there', '{"permission":{"write":"deny","edit":"ask"}}'],
    ['where two rules of one line are written alike', '{"permission":{"edit":{"./a":"deny"},"read":{"./a":"deny"}}}'],
    ['where a value is filled in', '{"permission":{"write":{env:X}}}'],
  ])('agent file repairs are left out %s', async (_, text) => {
    const { texts, applied } = await repairTexts({ 'opencode.json': text }, { unsafe: true });
    expect([texts['opencode.json'], applied.length]).toEqual([text, 0]);
  });

  test('repairs that may contain a secret are left out, because reports show repairs', () => {
    const findings = checkTexts({ [settings]: inSettings('deny', 'Write(Zx81kQ7mWv2Lp0Rt6YbN4s)') }).result.findings;
    expect(findings.map(({ rule, fix }) => [rule, fix])).toEqual([['M100', undefined]]);
  });
});

const publicFiles = listPublicFiles();

describe.skipIf(publicFiles.length === 0)(
  `files of public repositories${publicFiles.length === 0 ? ': no ../shared/corpus/agents, set MODEGATE_CORPUS' : ''}`,
  () => {
    const fixable = publicFiles.filter(({ path, text }) =>
      checkTexts({ [path]: text }).result.findings.some(({ fix }) => fix !== undefined),
    );

    test('many public agent files have a finding with a repair', () => {
      expect(fixable.length).toBeGreaterThan(40);
    });

    test.each(fixable)('$source: repairs grant nothing, resolve their finding, and break nothing', async (file) => {
      const before = { [file.path]: file.text };
      const { texts, applied, left } = await repairTexts(before, { unsafe: true });
      const { agents, result } = checkTexts(before);
      expect(findAgentChanges(agents, texts).filter(({ mayGrant }) => mayGrant)).toEqual([]);
      const after = checkTexts(texts);
      const open = after.result.findings.filter(({ fix }) => fix !== undefined);
      expect(open.length).toBeLessThanOrEqual(left.length);
      // A denial that counts may be evaded.
      const others = after.result.findings.filter(({ rule }) => !/^M10[345]$/.test(rule));
      const known = new Set(result.findings.map(({ rule, severity }) => `${rule} ${severity}`));
      expect(others.filter(({ rule, severity }) => severity === 'error' && !known.has(`${rule} error`))).toEqual([]);
      expect((await repairTexts(texts, { unsafe: true })).applied).toEqual([]);
      if (applied.every(({ fix }) => fix?.isNeutral)) expect(findAgentChanges(agents, texts)).toEqual([]);
    });
  },
);

test('reports contain the repairs of agent files', () => {
  const before = inSettings('deny', 'Write(a/**)');
  const { result } = checkTexts({ [settings]: before });
  const [fix] = JSON.parse(reporters.sarif(result)).runs[0].results[0].fixes;
  const [{ deletedRegion, insertedContent }] = fix.artifactChanges[0].replacements;
  const { charOffset: start, charLength } = deletedRegion;
  const after = before.slice(0, start) + insertedContent.text + before.slice(start + charLength);
  expect([fix.description.text, after]).toEqual(["Write 'Edit(a/**)'.", inSettings('deny', 'Edit(a/**)')]);
});
