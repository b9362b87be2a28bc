import { permissionAgentNames } from '@modegate/agent-policies';
import { createFolder } from '@modegate/cli-kit/testing';
import { describe, expect, test } from 'vitest';
import { run } from './support/run-program.ts';

const calls: Readonly<Record<string, readonly [string, string, string]>> = {
  'claude-code': ['Bash', 'git push origin main', 'npm test'],
  opencode: ['bash', 'git push origin main', 'npm test'],
  kilo: ['bash', 'git push origin main', 'npm test'],
  codex: ['exec_command', 'git push origin main', 'ls'],
};

describe.concurrent('`init --agent`', () => {
  test.each(permissionAgentNames)(
    'init --agent writes a file for %s that checks clean and asks for permission where it should',
    async (agent) => {
      const folder = createFolder();
      expect(await run(['init', '--agent', agent], folder)).toMatchObject({ code: 0 });
      const checked = await run(['check'], folder);
      expect(checked.stdout).toMatch(/^No findings in 1 file\n/);
      const [tool = '', asked = '', open = ''] = calls[agent] ?? [];
      const why = (text: string) => run(['why', agent, tool, text, '--no-with-user'], folder);
      expect((await why(open)).code).toBe(0);
      if (agent !== 'codex') expect((await why(asked)).stdout).toContain('asks a person');
      expect(await run(['init', '--agent', agent], folder)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('already exists'),
      });
      // The agent is there, so a configuration needs no first mode.
      expect((await run(['init'], folder)).stdout).not.toContain('Wrote the mode');
    },
  );
});
