import { agentNames } from '@modegate/agent-hooks';
import type { Command } from 'commander';
import { choice, command, type Finish, runs } from './command-options.ts';

// Commands for agents that run a hook before each call.

/** Adds `hook` with its subcommands. */
export function addHooks(program: Command, finish: Finish): void {
  const hook = command(program, 'hook', "check an agent's calls before they run");
  const add = (name: string, description: string) =>
    hook
      .command(name)
      .description(description)
      .addOption(choice('--client <agent>', 'the agent', agentNames).makeOptionMandatory(name.endsWith('install')))
      .option('--project-root <dir>', 'project folder (default: found by searching upwards)');
  const addChange = (name: string, description: string, scopeDefault = 'default: project') =>
    add(name, description)
      .addOption(
        choice('--scope <scope>', `which of the agent's files (${scopeDefault})`, ['project', 'global', 'managed']),
      )
      .option('--dry-run', 'show the change without writing it');
  addChange(
    'install',
    "write the hook into an agent's own file, with a backup",
    'default: project, or the one you choose when asked',
  )
    .option('--mode <slug>', 'its mode (default: set by `modegate mode use`)')
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
    .action(runs(finish, ({ runHookInstall }) => runHookInstall));
  addChange('uninstall', "remove the hook from an agent's file").action(
    runs(finish, ({ runHookUninstall }) => runHookUninstall),
  );
  add('status', 'list the files that contain the hook').action(runs(finish, ({ runHookStatus }) => runHookStatus));
  add('doctor', 'test the installed hooks from several folders, and look for anything that stops them from running')
    .option('--live', 'make the installed agent itself try a forbidden write, using a scripted model on loopback')
    .option('--json', 'print JSON')
    .action(runs(finish, ({ runHookDoctor }) => runHookDoctor));
}

/** Adds `mode` with its subcommands. */
export function addMode(program: Command, finish: Finish): void {
  const mode = command(program, 'mode', "show or set the mode that agents' hooks use");
  const add = (usage: string, description: string, isDefault = false) =>
    mode
      .command(usage, { isDefault })
      .description(description)
      .option('--project-root <dir>', 'project folder (default: found by searching upwards)')
      .option('--global', "read the user's own modes too")
      .option(
        '--global-config-dir <dir>',
        'the folder that contains the global modes (env ROO_CONFIG_DIR; default: ~/.roo-code)',
      );
  add('show', 'show the active mode, and why it is active', true).action(runs(finish, ({ runMode }) => runMode));
  add('use <slug>', 'set the mode for this project').action(runs(finish, ({ runModeUse }) => runModeUse));
  add('clear', 'clear the mode of this project').action(runs(finish, ({ runModeClear }) => runModeClear));
}
