import { type AgentCircumstances, codexPolicies } from '@modegate/agent-policies';
import { describe, expect, test } from 'vitest';
import { addFile, ask, codexFiles, project, trusted } from './support.ts';

interface Riddle {
  /** Number of the report in openai/codex, and its cause. */
  readonly report: string;
  readonly files: Readonly<Record<string, string>>;
  readonly call: Parameters<typeof ask>[0];
  readonly circumstances?: AgentCircumstances;
  readonly effect: string;
  /** Part of the reason that `why` gives. */
  readonly because: string;
}

const user = (text: string) => ({ '~/.codex/config.toml': `${text}\n${trusted}` });
const rules = (text: string) => ({ ...user(''), '~/.codex/rules/default.rules': text });
const free = 'sandbox_mode = "danger-full-access"\napproval_policy = "never"';
const readOnly = { flags: '-s read-only -a on-request' };

/** Reports whose cause is in a file, and the answers of `why` about them. */
const riddles: readonly Riddle[] = [
  {
    report: '2384, 5202: settings in a table of profiles are not used any more, and its name cannot be either',
    files: user('[profiles.custom]\napproval_policy = "on-request"\nsandbox_mode = "workspace-write"'),
    call: 'ls',
    circumstances: { flags: '--profile custom' },
    effect: 'deny',
    because: 'cannot be used together with the table [profiles.custom]',
  },
  {
    report: '3454: the policy stands below the table of the sandbox, and is no policy there',
    files: user(
      '[sandbox_workspace_write]\nnetwork_access = true\napproval_policy = "never"\nsandbox_mode = "danger-full-access"',
    ),
    call: addFile('../x'),
    effect: 'ask',
    because: 'does not let Codex write',
  },
  {
    report: '10389, 30001: the file of a project that no entry trusts is not read',
    files: { '.codex/config.toml': 'approval_policy = "on-request"\nsandbox_mode = "danger-full-access"' },
    call: addFile('x'),
    circumstances: { trust: 'none' },
    effect: 'ask',
    because: 'The sandbox :read-only does not let Codex write',
  },
  {
    report: '10949: the key has another name, and codex exec never asks',
    files: user('ask_for_approval = "on-request"'),
    call: 'rm -rf x',
    circumstances: { headless: true },
    effect: 'deny',
    because: 'never runs a forced rm without asking',
  },
  {
    report: '41068: a rule that asks refuses where nobody may be asked',
    files: {
      ...user('sandbox_mode = "danger-full-access"\napproval_policy = "never"'),
      '.codex/rules/default.rules': 'prefix_rule(pattern = ["git"], decision = "prompt", justification = "asks")',
    },
    call: 'git status --short --branch',
    effect: 'deny',
    because: 'The approval policy does not let Codex ask',
  },
  {
    report: '13175: an assignment before the command makes the shell its program',
    files: rules('prefix_rule(pattern=["gh", "api"], decision="allow")'),
    call: {
      tool: 'exec_command',
      arguments: { cmd: 'GH_TOKEN=x gh api user', sandbox_permissions: 'require_escalated' },
    },
    effect: 'ask',
    because: 'Codex does not split the line, and treats /bin/bash as its program',
  },
  {
    report: '10920, 10321, 8980: so does a redirection',
    files: rules('prefix_rule(pattern=["xcodebuild"], decision="allow")'),
    call: {
      tool: 'exec_command',
      arguments: { cmd: 'xcodebuild build 2>&1 | tee log', sandbox_permissions: 'require_escalated' },
    },
    effect: 'ask',
    because: 'Codex does not split the line',
  },
  {
    report: '30868: a rule on a whole script is a rule on one word',
    files: rules(
      'prefix_rule(pattern=["/bin/zsh", "-lc", "NODE_ENV=test pnpm exec playwright test"], decision="allow")',
    ),
    call: {
      tool: 'exec_command',
      arguments: {
        cmd: 'NODE_ENV=test pnpm exec playwright test --project=chromium',
        sandbox_permissions: 'require_escalated',
      },
    },
    circumstances: { platform: 'darwin' },
    effect: 'ask',
    because: 'treats /bin/zsh as its program',
  },
  {
    report: '45756: the strictest rule counts, and not the one with more words',
    files: rules('prefix_rule(["tofu"], "prompt")\nprefix_rule(["tofu", "fmt"], "allow")'),
    call: 'tofu fmt',
    effect: 'ask',
    because: 'A rule asks about this command',
  },
  {
    report: '10048, 4565: no setting frees a forced rm, but a rule does',
    files: user(free),
    call: 'rm -rf /workspace/x',
    circumstances: { flags: 'exec --yolo' },
    effect: 'deny',
    because: 'never runs a forced rm without asking',
  },
  {
    report: '17983: a project that is marked as untrusted is asked about everything',
    files: {
      '~/.codex/config.toml': `sandbox_mode = "workspace-write"\n${trusted.replace('"trusted"', '"untrusted"')}`,
    },
    call: addFile('dummy.txt'),
    circumstances: { trust: undefined },
    effect: 'ask',
    because: 'Codex asks about every patch in an untrusted project',
  },
  {
    report: '13476: without a question, a tool of a server that does not say it only reads is refused',
    files: user('approval_policy = "never"\n[mcp_servers.playwright]\ncommand = "npx"'),
    call: { tool: 'mcp__playwright__browser_click', arguments: {} },
    effect: 'deny',
    because: 'unless the server says that the tool only reads',
  },
  {
    report: '29857: the server is one of a plugin',
    files: user(
      '[plugins."inspect-skills".mcp_servers."py-repl"]\nenabled = true\ndefault_tools_approval_mode = "approve"',
    ),
    call: { tool: 'mcp__py_repl__execute_python', arguments: {} },
    effect: 'unknown',
    because: 'may come from a plugin',
  },
  {
    report: '18577: a session that only reads asks for each patch',
    files: user(''),
    call: addFile('main.typ'),
    circumstances: readOnly,
    effect: 'ask',
    because: 'does not let Codex write to main.typ',
  },
];

describe('reports that Codex ignores a file', () => {
  test.each(riddles)(
    'the reported behaviour of Codex is explained: $report',
    ({ files, call, circumstances, effect, because }) => {
      expect(ask(call, { files, ...(circumstances && { circumstances }) })).toMatchObject({
        effect,
        because: expect.stringContaining(because),
      });
    },
  );

  test('29460, 12280, 27418: .git stays read-only in a writable folder', () => {
    expect(ask('git commit -m x').within).toMatchObject({
      write: expect.arrayContaining([project]),
      readOnly: expect.arrayContaining([`${project}/.git`]),
    });
  });

  test('45482, 19399: the sandbox of a role is ignored', () => {
    const files = {
      '.codex/agents/reader.toml':
        'name = "reader"\ndescription = "Read-only test agent"\ndeveloper_instructions = "Report."\nsandbox_mode = "read-only"',
    };
    expect(codexPolicies.readProfiles(codexFiles(files)).problems).toMatchObject([
      { code: 'CODEX_ROLE_SETTING_IGNORED', line: 4, message: expect.stringContaining('ignores sandbox_mode') },
    ]);
    const write = (profile: string) => ask('touch probe.txt', { files, profile }).within?.write;
    expect(write('codex/reader')).toEqual(write('codex'));
  });

  test('22179: a denied pattern covers existing files, and not a new one', () => {
    const text =
      'default_permissions = "workspace"\n[permissions.workspace.filesystem]\n":root" = "read"\nglob_scan_max_depth = 3\n[permissions.workspace.filesystem.":project_roots"]\n"." = "write"\n"**/*.env" = "none"';
    const files = { '~/.codex/config.toml': `${text}\n${trusted}` };
    expect(ask('cat .env', { files }).within?.denied).toEqual([`${project}/**/*.env`]);
    expect(ask(addFile('new.env'), { files }).effect).toBe('allow');
  });

  test.each([
    ['25312: a rule about git push', 'git push origin main', 'ask'],
    ['25312, evaded by an option', 'git -C . push origin main', 'allow'],
    ['11003, 10827: git branch -d', 'git branch -d x', 'allow'],
  ])('%s: this version follows the file', (_, cmd, effect) => {
    const granular =
      'sandbox_mode = "danger-full-access"\napproval_policy = { granular = { sandbox_approval = false, rules = true, mcp_elicitations = false } }';
    const push = 'prefix_rule(pattern = ["git", "push"], decision = "prompt", justification = "asks")';
    const files = { ...user(granular), '~/.codex/rules/default.rules': push };
    expect(ask(cmd, { files }).effect).toBe(effect);
  });
});
