import { describe, expect, test } from 'vitest';
import { effect, home, permissions, project } from './support.ts';

const all = permissions({ allow: ['Bash'] });

describe('removals that Claude Code asks about under any rules', () => {
  test.each([
    'rm -rf /',
    'rm -rf /*',
    'rm -rf //',
    'rm -rf /etc',
    'rm -r /home',
    'rm /',
    'rmdir /',
    'rm -rf ~',
    'rm -rf ~/*',
    'rm -rf $HOME',
    `rm -rf ${home}`,
    'rm -rf .',
    'rm -rf ./*',
    'rm -rf *',
    'rm -rf ..',
    `rm -rf ${project}/`,
    'rm -rf $X/',
    'rm -rf $X/*',
    'rm -rf $(pwd)',
    'X=/; rm -rf $X',
    'cd / && rm -rf *',
    'ls; rm -rf /',
    'command rm -rf /',
    '\\rm -rf /',
    'bash -c "rm -rf /"',
  ])('the removal %s needs a question under any rules', (command) => {
    expect(effect(all, command)).toBe('ask');
    expect(effect({}, command, { circumstances: { flags: '--permission-mode bypassPermissions' } })).toBe('ask');
    expect(effect(permissions({ allow: ['Bash'], defaultMode: 'dontAsk' }), command)).toBe('deny');
    expect(effect(permissions({ allow: ['Bash'], deny: ['Bash(*rm*)'] }), command)).toBe('deny');
  });

  test.each([
    'rm -rf node_modules',
    'rm -rf src/*',
    'rm -rf /usr/local',
    'rm -rf /tmp/x',
    'rm -rf $X',
    'rm -f /etc/passwd',
    'sudo rm -rf /',
    'eval "rm -rf /"',
    'find / -delete',
    'xargs rm -rf',
  ])('%s runs under a rule for all of Bash', (command) => {
    expect(effect(all, command)).toBe('allow');
  });
});
