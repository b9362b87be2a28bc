import { permissionAgentNames } from '@modegate/agent-policies';
import { collectValues } from '@modegate/cli-kit';
import { conditionTaskStates } from '@modegate/mode-core/modes';
import { rulePresets, severities } from '@modegate/policy-check';
import { type Command, Option } from 'commander';
import type { ExitCode } from './exit-codes.ts';
import { platforms, trustValues } from './profiles/agent-circumstances.ts';

// Options shared by several commands.

/** Receives the exit code of a command: one of `exitCodes`, or the code of a signal. */
export type Finish = (code: number) => void;

type Others = typeof import('./commands/others.ts');

/** Returns the action of a command that is loaded on demand: it runs the command and passes on its exit code. */
export function runs<Given extends readonly unknown[]>(
  finish: Finish,
  choose: (others: Others) => (...given: Given) => ExitCode | Promise<ExitCode>,
): (...given: Given) => Promise<void> {
  return async (...given) => finish(await choose(await import('./commands/others.ts'))(...given));
}

/** Returns an option that takes one of a few words. */
export function choice(flags: string, description: string, words: readonly string[]): Option {
  return new Option(flags, description).choices(words);
}

/**
 * Creates one of the program's commands, with the common help option. If no command is given, the program runs a check.
 */
export function command(program: Command, usage: string, description: string): Command {
  return program
    .command(usage, { isDefault: usage.startsWith('check') })
    .description(description)
    .helpOption('-h, --help', 'show this help');
}

/** Creates a command with the options that specify the location of the project and known facts about it. */
export function projectCommand(program: Command, usage: string, description: string): Command {
  return command(program, usage, description)
    .optionsGroup('Project:')
    .option('--project-root <dir>', 'project folder (default: found by searching upwards)')
    .option(
      '--config <file>',
      'configuration file (default: the nearest modegate.config.json or .yaml, searching upwards)',
    )
    .option('--global', "read the user's own modes and servers too")
    .option(
      '--global-config-dir <dir>',
      'the folder that contains the global modes (env ROO_CONFIG_DIR; default: ~/.roo-code)',
    )
    .option('--inventory <file>', 'what the servers offer: a list of { "name", "tools" }')
    .option('--lock <file>', 'file that lists the known tools (default: modegate.lock.json)')
    .optionsGroup('Options:');
}

/** Adds options for starting servers and querying what they offer. */
export function withLive(one: Command): Command {
  return one
    .optionsGroup('Live servers:')
    .option('--live', 'start the servers to list their tools; first shows what would be started and asks you')
    .option('--yes', 'with --live: do not ask about servers that you have already trusted (modes-server trust)')
    .option('--trust-project', 'with --live --yes: also start all other servers that the project defines')
    .option('--timeout <seconds>', 'with --live: how long to wait for the servers (default: 20)')
    .optionsGroup('Options:');
}

/** Adds options that select findings and determine which of them cause a failure. */
export function withJudging(one: Command): Command {
  return one
    .addOption(choice('--persona <persona>', 'rules (default: default)', rulePresets))
    .addOption(
      choice('--fail-on <severity>', 'minimum severity that causes exit code 1 (default: error)', [
        ...severities,
        'never',
      ]),
    )
    .option('--baseline <file>', 'file that lists known findings to hide');
}

/** Adds options for the time and environment of a call. */
export function withCircumstances(one: Command): Command {
  return one
    .optionsGroup('Circumstances:')
    .option(
      '--at <time>',
      'the time of the call, with a time zone (default: unknown, so calls restricted by a schedule are refused)',
    )
    .option('--branch <name>', 'the branch that is checked out (default: unknown)')
    .option('--ci', 'the call is made in a CI job (default: unknown)')
    .addOption(
      choice(
        '--task-state <state>',
        'the state of the task that makes the call (default: unknown)',
        conditionTaskStates,
      ),
    )
    .option('--task-depth <n>', 'how many ancestors the task has, 0 for none (default: unknown)')
    .option('--task-parent-mode <slug>', 'the mode of its parent task (default: unknown)')
    .optionsGroup('Options:');
}

/** Adds options for the circumstances of an agent's call. @param platform - Description of the default platform. */
export function withAgentCircumstances(one: Command, platform: string): Command {
  return one
    .optionsGroup('Profiles of agents:')
    .option(
      '--permission-mode <mode>',
      "permission mode, with the name that the agent uses for it (default: read from the agent's files)",
    )
    .addOption(
      choice('--trust <state>', 'whether the folder is trusted (default: read from the agent files)', trustValues),
    )
    .option('--headless', 'assume that no user can answer questions')
    .option('--agent-flags <text>', "the agent's command line")
    .addOption(choice('--platform <name>', `the platform (default: ${platform})`, platforms))
    .option('--agent-version <version>', 'version of the agent (default: the recorded version)')
    .optionsGroup('Options:');
}

/** Adds options that determine whether the user's agent files are used. */
export function withUserFiles(one: Command): Command {
  return one
    .optionsGroup('Profiles of agents:')
    .option('--with-user', "read the user's files too (the default)")
    .option('--no-with-user', "read the project's files only")
    .optionsGroup('Options:');
}

/** Creates the option that shows all profiles of an agent. */
export function agentOption(): Option {
  const option = choice('--agent <name>', 'all its profiles', permissionAgentNames);
  const check = option.parseArg;
  return option.argParser((value, previous?: readonly string[]) =>
    collectValues(check?.(value, '') ?? value, previous),
  );
}
