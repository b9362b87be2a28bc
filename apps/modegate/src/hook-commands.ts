import { type AgentName, agentNames } from '@modegate/agent-hooks';
import { type Command, Option } from 'commander';
import { command, type Finish } from './command-options.ts';
import type { HookFlags } from './commands/hook.ts';
import type { HookDoctorFlags } from './commands/hook-doctor.ts';
import type { ModeFlags } from './commands/mode.ts';

// Commands for agents that run a hook before each call.

/** Adds `hook` with its subcommands. */
export function addHooks(program: Command, finish: Finish): void {
  const hook = command(program, 'hook', "check an agent's calls before they run");
  const add = (name: string, description: string) =>
    hook
      .command(name)
      .description(description)
      .exitOverride()
      .addOption(clientOption(name !== 'status'))
      .option('--project-root <dir>', 'project folder (default: the nearest one, searching upwards)');
  const addChange = (name: string, description: string, scopeDefault = 'default: project') =>
    add(name, description)
      .addOption(
        new Option('--scope <scope>', `which of the agent's files to use (${scopeDefault})`).choices([
          'project',
          'global',
          'managed',
        ]),
      )
      .option('--dry-run', 'show the change without writing it');
  addChange(
    'install',
    "write the hook into an agent's own file, with a backup",
    'default: project, or the scope that you choose when asked',
  )
    .option('--mode <slug>', 'mode that the hook uses (default: the mode set with `modegate mode use`)')
    .option('--trust', 'Codex only: trust the hook without asking')
    .option('--audit-log <file>', 'log every decision to this file, and refuse calls that cannot be logged')
    .option(
      '--url <address>',
      'Claude Code: ask `modes-server serve --http` at this URL, instead of running a command for each call',
    )
    .option(
      '--socket <path>',
      'Claude Code: ask `modes-server serve --hook-socket` at this Unix socket, and check its owner',
    )
    .option('--token-env <name>', 'with --url: the variable that holds the token (default: MODEGATE_TOKEN)')
    .action(async (flags: HookFlags & { readonly client: AgentName }) =>
      finish(await (await import('./commands/others.ts')).runHookInstall(flags.client, flags)),
    );
  addChange('uninstall', "remove the hook from an agent's file").action(
    async (flags: HookFlags & { readonly client: AgentName }) =>
      finish(await (await import('./commands/others.ts')).runHookUninstall(flags.client, flags)),
  );
  add('status', 'list the files that contain the hook').action(async (flags: HookFlags) =>
    finish(await (await import('./commands/others.ts')).runHookStatus(flags)),
  );
  addDoctor(hook, finish);
}

function addDoctor(hook: Command, finish: Finish): void {
  hook
    .command('doctor')
    .description('test the installed hooks from several folders, and look for anything that stops them from running')
    .exitOverride()
    .addOption(clientOption(false))
    .option('--project-root <dir>', 'project folder (default: the nearest one, searching upwards)')
    .option('--live', 'make the installed agent itself try a forbidden write, using a scripted model on loopback')
    .option('--json', 'print JSON')
    .action(async (flags: HookDoctorFlags) =>
      finish(await (await import('./commands/others.ts')).runHookDoctor(flags)),
    );
}

function clientOption(isMandatory: boolean): Option {
  return new Option('--client <agent>', 'the agent').choices(agentNames).makeOptionMandatory(isMandatory);
}

/** Adds `mode` with its subcommands. */
export function addMode(program: Command, finish: Finish): void {
  const mode = command(program, 'mode', "show or set the mode that agents' hooks use");
  const withPlace = (one: Command) =>
    one
      .option('--project-root <dir>', 'project folder (default: the nearest one, searching upwards)')
      .option('--global', "read the user's own modes too")
      .option(
        '--global-config-dir <dir>',
        'the folder that contains the global modes (env ROO_CONFIG_DIR; default: ~/.roo-code)',
      );
  withPlace(
    mode.command('show', { isDefault: true }).description('show the active mode, and why it is active').exitOverride(),
  ).action(async (flags: ModeFlags) => finish(await (await import('./commands/others.ts')).runMode(flags)));
  withPlace(mode.command('use <slug>').description('set the mode for this project').exitOverride()).action(
    async (slug: string, flags: ModeFlags) =>
      finish(await (await import('./commands/others.ts')).runModeUse(slug, flags)),
  );
  withPlace(mode.command('clear').description('clear the mode of this project').exitOverride()).action(
    async (flags: ModeFlags) => finish(await (await import('./commands/others.ts')).runModeClear(flags)),
  );
}
