import { describe, expect, test } from 'vitest';
import { ask, effect, permissions, read } from './support.ts';

function agent(matter: string, rules: unknown = {}) {
  return permissions(rules, {
    '.claude/agents/team/lim.md': `---\nname: lim\ndescription: d\n${matter}\n---\nYou work.\n`,
  });
}

const profile = 'claude-code/lim';

describe('Claude Code agent files', () => {
  test('a Claude Code agent file is read as a profile', () => {
    expect(read(agent('tools: Read')).profiles.map(({ name }) => name)).toEqual(['claude-code', profile]);
  });

  test.each([
    ['tools: Bash, Read', 'zz a', 'allow'],
    ['tools: Bash, Read', 'Write n.ts', 'not offered'],
    ['tools:\n  - Bash\n  - Read', 'Write n.ts', 'not offered'],
    ['tools: [Bash, Read]', 'zz a', 'allow'],
    ['tools: Bash(qq *), Read', 'zz a', 'allow'],
    ['tools: read, bash', 'Read a', 'not offered'],
    ['tools: "*"', 'Write n.ts', 'ask'],
    ['tools: Read, mcp__srv', 'mcp__srv__x', 'ask'],
    ['tools: Read, mcp__srv__*', 'mcp__other__x', 'not offered'],
    ['disallowedTools: Write, Bash(qq *)', 'zz a', 'not offered'],
    ['disallowedTools: Write, Bash(qq *)', 'Write a', 'not offered'],
    ['disallowedTools: Write, Bash(qq *)', 'Read a', 'allow'],
    ['model: opus', 'qq a', 'deny'],
    ['permissionMode: acceptEdits', 'Write n.ts', 'allow'],
    ['permissionMode: dontAsk', 'Write n.ts', 'deny'],
    ['permissionMode: plan', 'Write n.ts', 'deny'],
    ['permissionMode: plan', 'xx a', 'ask'],
    ['permissionMode: bypassPermissions', 'Write n.ts', 'ask'],
    ['permissionMode: nonsense', 'xx a', 'ask'],
  ])('an agent with %j decides %s as %s', (matter, call, expected) => {
    const rules = { allow: ['Bash(zz *)', 'Write(x)'], deny: ['Bash(qq *)'] };
    expect(effect(agent(matter, rules), call, { profile })).toBe(expected);
  });

  test('plan mode of an agent denies writes that a rule allows', () => {
    expect(effect(agent('permissionMode: plan', { allow: ['Write'] }), 'Write n.ts', { profile })).toBe('deny');
  });

  test('a freer mode of the session overrides the mode of an agent', () => {
    const files = agent('permissionMode: plan');
    expect(effect(files, 'Write n.ts', { profile, circumstances: { permissionMode: 'acceptEdits' } })).toBe('allow');
  });

  test('an agent file limits the main session under --agent', () => {
    const circumstances = { flags: '--agent lim' };
    expect(effect(agent('tools: Bash, Read'), 'Write n.ts', { circumstances })).toBe('not offered');
    expect(effect(agent('tools: Bash, Read', { allow: ['Bash(zz *)'] }), 'zz a', { circumstances })).toBe('allow');
    const open = ask(agent('permissionMode: acceptEdits'), 'Write n.ts', { circumstances });
    expect(open).toMatchObject({ effect: 'unknown', because: expect.stringContaining('lim.md') });
  });

  test('ineffective entries of an agent file are reported', () => {
    const { problems } = read(agent('tools: Bash(zz *)\npermissionMode: bypassPermissions'));
    expect(problems.map(({ code, line }) => [code, line])).toEqual([
      ['CLAUDE_MODE_IGNORED', 5],
      ['CLAUDE_AGENT_SCOPE_IGNORED', 4],
    ]);
    expect(read({ '.claude/agents/README.md': '# Our agents' }).problems).toEqual([]);
    const unnamed = read({ '.claude/agents/a.md': '---\ndescription: d\n---\ntext' });
    expect(unnamed.problems.map(({ code }) => code)).toEqual(['CLAUDE_AGENT_WITHOUT_NAME']);
    expect(unnamed.profiles.map(({ name }) => name)).toEqual(['claude-code']);
  });

  test('a colon in a description does not hide the limits of an agent', () => {
    const files = { '.claude/agents/lim.md': '---\nname: lim\ndescription: Use it: now\ntools: Read\n---\n' };
    expect(read(files).problems.map(({ code, line }) => [code, line])).toEqual([['CLAUDE_AGENT_NOT_YAML', 3]]);
    expect(effect(files, 'ls', { profile })).toBe('not offered');
  });

  test('the nearest agent file of a name counts, and that of the user only if it is the only one', () => {
    const near = (tools: string) => `---\nname: lim\ndescription: d\ntools: ${tools}\n---\n`;
    const files = { '~/.claude/agents/lim.md': near('Bash'), '.claude/agents/lim.md': near('Read') };
    expect(effect(files, 'ls', { profile })).toBe('not offered');
    expect(effect({ '~/.claude/agents/lim.md': near('Bash') }, 'ls', { profile })).toBe('allow');
  });
});

describe('subagents and skills', () => {
  test.each(['Task(lim)', 'Agent(lim)'])('the rule %s denies one subagent', (rule) => {
    expect(effect(permissions({ deny: [rule] }), 'Agent lim')).toBe('deny');
    expect(effect(permissions({ deny: [rule] }), 'Agent general-purpose')).toBe('allow');
  });

  test('a denial of Task removes all subagents', () => {
    expect(effect(permissions({ deny: ['Task'] }), 'Agent lim')).toBe('not offered');
  });

  test('a skill with allowed-tools needs a question', () => {
    const files = {
      '.claude/skills/ship/SKILL.md': '---\nname: ship\ndescription: d\nallowed-tools: Bash(git push *)\n---\n',
    };
    expect(effect(files, 'Skill ship')).toBe('ask');
    expect(effect({ ...files, ...permissions({ deny: ['Skill(ship)'] }) }, 'Skill ship')).toBe('deny');
    expect(effect({ ...files, ...permissions({ allow: ['Skill(ship)'] }) }, 'Skill ship')).toBe('allow');
    expect(read(files).profiles[0]?.rules.skills[0]?.allowedTools?.value).toEqual(['Bash(git push *)']);
  });

  test.each([
    ['ToolSearch()', 'allow'],
    ['ListAgents()', 'allow'],
    ['ScheduleWakeup()', 'allow'],
    ['Workflow()', 'unknown'],
    ['Grep()', 'not offered'],
    ['Nope()', 'not offered'],
  ])('the call %s has the effect %s without rules', (call, expected) => {
    expect(effect({}, call)).toBe(expected);
  });
});

describe('agents that start other agents', () => {
  const files = agent('tools: Agent(worker), Read');

  test('a scope of Agent limits the subagents by name', () => {
    const circumstances = { flags: '--agent lim' };
    expect(effect(files, 'Agent worker', { circumstances })).toBe('allow');
    expect(effect(files, 'Agent other', { circumstances })).toBe('not offered');
    expect(effect(files, 'Agent worker', { profile })).toBe('unknown');
  });

  test('a start with an agent that does not exist fails', () => {
    expect(ask({}, 'ls', { circumstances: { flags: '--agent nobody' } })).toMatchObject({ effect: 'deny' });
  });

  test('agents of a subfolder belong to a start in it', () => {
    const near = { 'apps/web/.claude/agents/web.md': '---\nname: web\ndescription: d\ntools: Read\n---\n' };
    expect(read({ ...files, ...near }).profiles.map(({ name }) => name)).toEqual([
      'claude-code',
      'claude-code/lim',
      'apps/web:claude-code',
      'apps/web:claude-code/web',
      'apps/web:claude-code/lim',
    ]);
  });
});
