import { type CodexSituation, connect, escalated, patch, run, touch, userConfig } from '../situation.ts';

const granular = (sandbox_approval: boolean, rules: boolean) => ({
  granular: { sandbox_approval, rules, mcp_elicitations: true, skill_approval: false, request_permissions: false },
});

const policies = [
  granular(false, false),
  granular(true, false),
  granular(false, true),
  'never',
  'on-request',
  'untrusted',
];

const sandboxes = ['read-only', 'workspace-write', 'danger-full-access'];

const plain = [
  run('rm -rf zz'),
  run('ls; rm -f zz'),
  touch('b1', escalated),
  touch('b2', { sandbox_permissions: 'with_additional_permissions', justification: 'x' }),
  patch('Add p1.md'),
  patch('Add ../p2.md'),
  patch('Add .git/p3'),
  patch('Update README.md'),
  patch('Move src/a.ts src/b.ts'),
];

/**
 * Calls that the sandbox may stop. If Codex asks after such a stop, the question depends on the speed of the machine.
 */
const stopped = [
  touch('a1'),
  touch('../a2'),
  touch('/tmp/a3'),
  touch('.git/a4'),
  touch('a5', { sandbox_permissions: 'use_default' }),
  run('mkdir ../a6 && ls', { writes: '../a6' }),
  connect,
];

const ruled = [
  run('cat r1'),
  run('cat r2', { more: escalated }),
  run('echo hi'),
  run('mkdir ../r3', { writes: '../r3' }),
  run('mkdir ../r4', { writes: '../r4', more: escalated }),
  run('rm -f zz && mkdir r6'),
  run('rm -f zz && cat r7'),
  run('ls && mkdir ../r8', { writes: '../r8', more: escalated }),
];

const rules = 'prefix_rule(["cat"], "prompt")\nprefix_rule(["echo"], "forbidden")\nprefix_rule(["mkdir"], "allow")\n';

/** Approval policies and sandboxes, with and without rules, and the effects of trust in a project. */
export const approvalSituations: readonly CodexSituation[] = [
  ...policies.flatMap((approvalPolicy) =>
    sandboxes.flatMap((sandbox): CodexSituation[] => {
      const name = `${JSON.stringify(approvalPolicy)} ${sandbox}`;
      const start = { approvalPolicy, sandbox };
      return [
        {
          name: `${name} plain`,
          files: userConfig(''),
          start,
          calls: asksLater(approvalPolicy) ? plain : [...plain, ...stopped],
        },
        { name: `${name} ruled`, files: { ...userConfig(''), '~/.codex/rules/a.rules': rules }, start, calls: ruled },
      ];
    }),
  ),
  ...([undefined, 'untrusted', 'trusted'] as const).flatMap((trust) =>
    [{}, { sandbox: 'read-only' }, { sandbox: 'danger-full-access', approvalPolicy: 'never' }].map((start) => ({
      name: `trust ${trust} ${JSON.stringify(start)}`,
      files: userConfig('', trust),
      start,
      calls: [touch('a1'), touch('../a2'), run('rm -rf zz'), touch('b1', escalated), patch('Add p1.md')],
    })),
  ),
];

function asksLater(policy: (typeof policies)[number]): boolean {
  return typeof policy === 'object' && policy.granular.sandbox_approval;
}
