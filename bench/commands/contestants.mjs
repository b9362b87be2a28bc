import { allowed, commands, denied } from './commands.mjs';

/** What judges commands, by name: each loads its program and returns a function from a command to its answer. */
export const contestants = {
  'first-asked': {
    title: 'Modegate, first asked',
    setUp: async () => {
      const { decide, policy } = await compile();
      let count = 0;
      // A name that was never asked before, so that nothing is remembered: a comment does not change what runs.
      return (command) => decide(policy, ask(`${command} #${count++}`)).allowed;
    },
  },
  remembered: {
    title: 'Modegate, asked before',
    setUp: async () => {
      const { decide, policy } = await compile();
      const requests = new Map(commands.map(([command]) => [command, ask(command)]));
      return (command) => decide(policy, requests.get(command)).allowed;
    },
  },
  gemini: {
    title: 'Gemini PolicyEngine',
    setUp: async () => {
      console.debug = () => {};
      const path = '@google/gemini-cli-core/dist/src/policy';
      const { PolicyEngine } = await import(`${path}/policy-engine.js`);
      const { PolicyDecision } = await import(`${path}/types.js`);
      const { buildArgsPatterns } = await import(`${path}/utils.js`);
      const write = (prefix, decision, priority) =>
        buildArgsPatterns(undefined, prefix).map((pattern) => ({
          toolName: 'run_shell_command',
          argsPattern: new RegExp(pattern),
          decision,
          priority,
        }));
      const engine = new PolicyEngine({
        rules: [
          ...denied.flatMap((prefix) => write(prefix, PolicyDecision.DENY, 2)),
          ...allowed.flatMap((prefix) => write(prefix, PolicyDecision.ALLOW, 1)),
        ],
        defaultDecision: PolicyDecision.DENY,
      });
      return async (command) => {
        const { decision } = await engine.check({ name: 'run_shell_command', args: { command } }, undefined);
        return decision === PolicyDecision.ALLOW;
      };
    },
  },
};

async function compile() {
  const { compilePolicy, decide } = await import('../../packages/mode-core/dist/index.js');
  const { createCommandJudge } = await import('../../packages/mode-core/dist/commands/index.js');
  const { shellAnalyser } = await import('../../packages/shell-commands/dist/index.js');
  const any = (rules) => rules.map((rule) => `${rule} *`);
  const mode = {
    slug: 'dev',
    name: 'Dev',
    roleDefinition: 'You develop.',
    groups: ['read', 'edit', 'command'],
    commandRestrictions: { allowedCommands: any(allowed), disallowedCommands: any(denied) },
  };
  return {
    decide,
    policy: compilePolicy({
      project: [mode],
      commands: createCommandJudge({ analyser: shellAnalyser, shell: 'bash' }),
    }),
  };
}

function ask(command) {
  return { mode: 'dev', tool: 'execute_command', params: { command } };
}
