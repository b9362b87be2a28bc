import { permissionAgentNames } from '@modegate/agent-policies';
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

/** Creates a command of the program, with the common help option. Without a command, the program runs a check. */
export function command(program: Command, usage: string, description: string): Command {
  return program
    .command(usage, { isDefault: usage.startsWith('check') })
    .description(description)
    .helpOption('-h, --help', 'show this help')
    .exitOverride();
}

/** Adds options for the location of the project and known facts about it. */
export function withSettings(one: Command): Command {
  return one
    .optionsGroup('Project:')
    .option('--project-root <dir>', 'project folder (default: found by searching upwards)')
    .option(
      '--config <file>',
      'configuration file (default: the nearest modegate.config.json or .yaml, searching upwards)',
    )
    .option('--global', "read the user's own modes and servers too")
    .option('--global-config-dir <dir>', 'the folder they are in (env ROO_CONFIG_DIR; default: ~/.roo-code)')
    .option('--inventory <file>', 'what the servers offer: a list of { "name", "tools" }')
    .option('--lock <file>', 'file of the known tools (default: modegate.lock.json)')
    .optionsGroup('Options:');
}

/** Adds options for starting servers to query what they offer. */
export function withLive(one: Command): Command {
  return one
    .optionsGroup('Live servers:')
    .option('--live', 'start the servers and ask them for their tools; shows what it would start and asks you first')
    .option('--yes', 'with --live: do not ask about servers that you have already trusted (modes-server trust)')
    .option('--trust-project', 'with --live --yes: also start all other servers that the project names')
    .option('--timeout <seconds>', 'with --live: how long the servers may take (default: 20)')
    .optionsGroup('Options:');
}

/** Adds options that select findings and determine which findings cause a failure. */
export function withJudging(one: Command): Command {
  return one
    .addOption(choice('--persona <persona>', 'rules (default: default)', rulePresets))
    .addOption(choice('--fail-on <severity>', 'what makes it exit with 1 (default: error)', [...severities, 'never']))
    .option('--baseline <file>', 'file of known findings to hide');
}

/** Adds options for the time and environment of a call. */
export function withCircumstances(one: Command): Command {
  return one
    .optionsGroup('Circumstances:')
    .option(
      '--at <time>',
      'when the call is made, with a time zone (default: unknown, so calls limited by a schedule are refused)',
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
    .option('--task-depth <n>', 'how many ancestors that task has, 0 for none (default: unknown)')
    .option('--task-parent-mode <slug>', 'the mode of its parent task (default: unknown)')
    .optionsGroup('Options:');
}

/** Adds options for the circumstances of an agent's call. @param platform - Default platform, in words. */
export function withAgentCircumstances(one: Command, platform: string): Command {
  return one
    .optionsGroup('Profiles of agents:')
    .option('--permission-mode <mode>', "permission mode, by the agent's own name for it (default: from its files)")
    .addOption(choice('--trust <state>', 'whether the folder is trusted (default: from its files)', trustValues))
    .option('--headless', 'nobody can answer questions')
    .option('--agent-flags <text>', "the agent's own command line")
    .addOption(choice('--platform <name>', `the platform (default: ${platform})`, platforms))
    .option('--agent-version <version>', 'version of the agent (default: the recorded one)')
    .optionsGroup('Options:');
}

/** Adds options that determine whether the user's agent files count. */
export function withUserFiles(one: Command): Command {
  return one
    .optionsGroup('Profiles of agents:')
    .option('--with-user', "read the user's files too (the default)")
    .option('--no-with-user', "read the project's files only")
    .optionsGroup('Options:');
}

/** The option that shows all profiles of an agent. */
export function agentOption(): Option {
  const option = choice('--agent <name>', 'all its profiles', permissionAgentNames);
  const check = option.parseArg;
  return option.argParser((value, previous?: readonly string[]) =>
    collectValues(check?.(value, '') ?? value, previous),
  );
}

/** Collects the values of a repeatable option. */
export function collectValues(value: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, value];
}
