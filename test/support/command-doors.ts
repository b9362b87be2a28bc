import { join } from 'node:path';
import { loadHookProject } from '../../apps/modegate/src/hook/load-hook-project.ts';
import { createModesServer } from '../../apps/modes-server/src/server.ts';
import { resolveSettings } from '../../apps/modes-server/src/settings/settings.ts';
import { answerAgent, type CommandAgent } from '../../packages/agent-hooks/src/index.ts';
import { judgePayload } from '../../packages/agent-hooks/src/node/index.ts';
import { createFolder } from '../../packages/cli-kit/src/testing/index.ts';
import { connectInMemory } from '../../packages/mcp-protocol/src/testing/index.ts';
import type { CommandShell } from '../../packages/mode-core/src/commands/index.ts';
import { decide, needsConsent } from '../../packages/mode-core/src/index.ts';

/** What becomes of a command. */
export type CommandAnswer = 'allow' | 'ask' | 'deny';

/** A mode with rules for commands, which may edit the files that match `write`. */
export interface CommandMode {
  readonly slug: string;
  readonly write: string;
  readonly commandRestrictions: object;
}

/** A command in a mode. */
export interface CommandQuestion {
  readonly mode: string;
  readonly command: string;
  /** Default: bash. */
  readonly shell?: CommandShell | undefined;
}

/** What each door answers. */
export interface CommandAnswers {
  readonly decide: CommandAnswer;
  readonly claude: CommandAnswer;
  /** Codex cannot ask. */
  readonly codex: CommandAnswer | 'refused: cannot ask';
  readonly validate: CommandAnswer;
}

/** Every door that judges a command, over one project. */
export interface CommandDoors {
  readonly ask: (question: CommandQuestion) => Promise<CommandAnswers>;
  readonly close: () => Promise<void>;
}

/** Opens the doors on a new folder with these modes. */
export async function openCommandDoors(modes: readonly CommandMode[]): Promise<CommandDoors> {
  const customModes = modes.map(({ slug, write, commandRestrictions }) => ({
    slug,
    name: slug,
    roleDefinition: 'You work.',
    groups: ['read', ['edit', { fileRegex: write }], 'command'],
    commandRestrictions,
  }));
  const root = createFolder({
    '.git/HEAD': '',
    '.roomodes': JSON.stringify({ customModes }),
    'docs/f': '',
    'src/f': '',
  });
  const project = await loadHookProject({ projectRoot: root, cwd: root, globalConfigDir: undefined }, 'claude-code');
  const server = await openServer(root);
  const askHook = async (agent: CommandAgent, { mode, command, shell = 'bash' }: CommandQuestion): Promise<string> => {
    const payload = {
      session_id: '758774ca',
      cwd: root,
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: agent === 'codex' ? { command } : { command, description: 'Works' },
    };
    const { verdict } = await judgePayload(JSON.stringify(payload), {
      agent,
      mode,
      home: join(root, 'home'),
      state: join(root, 'state'),
      env: { SHELL: `/bin/${shell}`, PATH: '' },
      load: async () => project,
    });
    return answerAgent(agent, verdict).stdout;
  };
  return {
    ask: async (question) => {
      const { mode, command, shell } = question;
      const decision = decide(project.policy, { mode, tool: 'execute_command', params: { command }, shell });
      return {
        decide: decision.allowed ? 'allow' : needsConsent(decision) ? 'ask' : 'deny',
        claude: readAnswer(await askHook('claude-code', question)),
        codex: readAnswer(await askHook('codex', question)),
        validate: await server.validate(question),
      };
    },
    close: server.close,
  };
}

/** Reads what the hook of Claude Code or Codex prints. */
function readAnswer(stdout: string): CommandAnswer {
  if (stdout === '') return 'allow';
  const { permissionDecision, permissionDecisionReason: reason } = JSON.parse(stdout).hookSpecificOutput;
  const isUnable = permissionDecision === 'deny' && reason.includes('Codex CLI cannot ask a person from a hook');
  return isUnable ? ('refused: cannot ask' as CommandAnswer) : permissionDecision;
}

async function openServer(root: string) {
  const ignore = () => undefined;
  const modesServer = createModesServer({
    settings: resolveSettings({ projectRoot: root, globalConfigDir: join(root, 'global'), gateway: 'off' }, {}),
    log: { debug: ignore, info: ignore, warning: ignore, error: ignore, close: ignore },
    now: Date.now,
  });
  await modesServer.modes.ready;
  const client = await connectInMemory(modesServer.server);
  const call = async (name: string, args: object): Promise<ReturnType<typeof JSON.parse>> =>
    (await client.callTool(name, args)).structuredContent;
  const sessions = new Map<string, string>();
  return {
    validate: async ({ mode, command, shell = 'bash' }: CommandQuestion): Promise<CommandAnswer> => {
      const session_id = sessions.get(mode) ?? (await call('create_task', { mode_slug: mode })).session_id;
      sessions.set(mode, session_id);
      const question = { session_id, tool_name: 'execute_command', tool_params: { command }, shell };
      const { allowed, asks } = await call('validate_tool_use', question);
      return allowed ? 'allow' : asks === true ? 'ask' : 'deny';
    },
    close: async () => {
      await modesServer.close();
    },
  };
}
