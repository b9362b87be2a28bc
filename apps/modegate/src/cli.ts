import { nearestName } from '@modegate/nearest-name';
// Must be imported first, because each schema reads this setting when the schema is created.
import './plain-schemas.ts';
import { existsSync } from 'node:fs';
import { permissionAgentNames } from '@modegate/agent-policies';
import { AppError, addHelp, collectValues, flushOutput, runProgram } from '@modegate/cli-kit';
import { addCompletionCommand } from '@modegate/cli-kit/completion';
import { commandShells } from '@modegate/mode-core/commands';
import { restrictionTemplates, rulePresets } from '@modegate/policy-check';
import { exportTargets } from '@modegate/policy-check/export';
import { escapeControls, reportFormats } from '@modegate/policy-check/reporters';
import { Command } from 'commander';
import {
  agentOption,
  choice,
  command,
  type Finish,
  projectCommand,
  runs,
  withAgentCircumstances,
  withCircumstances,
  withJudging,
  withLive,
  withUserFiles,
} from './command-options.ts';
import { type CheckFlags, runCheck } from './commands/check.ts';
import { diffFailures, diffFormats, matrixFormats, migrationTargets } from './commands/choices.ts';
import type { SuggestFlags } from './commands/suggest.ts';
import { runWhyCommand, type WhyFlags } from './commands/why.ts';
import { examples } from './examples.ts';
import { exitCodes } from './exit-codes.ts';
import { addHooks, addMode } from './hook-commands.ts';
import { knownErrors } from './known-errors.ts';
import type { SettingsFlags } from './settings.ts';
import { version } from './version.ts';

// A program that reads the output may close it early, as `head` does; this is not an error.
process.stdout.on('error', () => undefined);
void runProgram({
  name: 'modegate',
  create: createProgram,
  // Errors for files that another package could not read or write; their messages contain the file and the reason.
  knownErrors,
  exitCodes: { known: exitCodes.usage, fault: exitCodes.internal },
  faultLine: 'internal error in this program; please report it.',
  // A message may quote the content of a file.
  printable: (message) => message.split('\n').map(escapeControls).join('\n'),
});

function createProgram(finish: Finish): Command {
  const program = new Command('modegate')
    .description('The type checker for agent permissions. Without a command, it runs the check.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .showSuggestionAfterError()
    .exitOverride()
    // A pipe takes 64 KiB at a time; the process must not end before the pipe has accepted the rest.
    .hook('postAction', () => flushOutput())
    .addHelpText(
      'after',
      '\nExit codes: 0 clean, 1 findings, 2 wrong usage or an unreadable file,\n3 internal error, 4 not evaluated.',
    );
  addCheck(program, finish);
  addQuestions(program, finish);
  addReport(program, finish);
  addTest(program, finish);
  addRepairs(program, finish);
  addExport(program, finish);
  addMode(program, finish);
  addHooks(program, finish);
  addEditors(program);
  addCompletionCommand(program);
  addHelp(program, examples);
  return program;
}

function addCheck(program: Command, finish: Finish): void {
  withLive(
    withJudging(projectCommand(program, 'check [paths...]', 'check the permissions of agents, modes and MCP servers')),
  )
    .addOption(
      choice('-f, --format <format>', 'what to print (default: pretty on a terminal, else concise)', reportFormats),
    )
    .option('-o, --output <format=file>', 'also write a report to a file; may be repeated', collectValues)
    .option('--write-baseline [file]', 'save findings as the baseline, without a report')
    .option('-w, --watch', 'check again after each change, until Ctrl-C')
    .option('--exit-zero', 'exit with 0 even if there are findings')
    .optionsGroup('Project:')
    .option('--stdin-filename <path>', 'with the path `-`: check stdin as if it were this file')
    .option('--with-user', "also read the user's and the machine's agent files")
    .optionsGroup('Options:')
    .action(async (paths: readonly string[], flags: CheckFlags) => {
      refuseMisspeltCommand(program, paths[0]);
      const check = flags.watch === true ? (await import('./commands/others.ts')).watchCheck : runCheck;
      finish(await check(paths, flags));
    });
  command(program, 'explain [rule]', 'explain a rule')
    .option('--list', 'list all rules')
    .addOption(choice('-f, --format <format>', 'what to print', ['text', 'json']))
    .action(runs(finish, ({ runExplain }) => runExplain));
}

/** Rejects an argument that is not a path, because it was probably meant as a command. */
function refuseMisspeltCommand(program: Command, word: string | undefined): void {
  if (word === undefined || word === '-' || existsSync(word)) return;
  const nearest = nearestName(
    word,
    program.commands.map((one) => one.name()),
  );
  const hint = nearest === undefined ? '' : ` Did you mean the command '${nearest}'?`;
  throw new AppError(`'${word}' is neither a command nor an existing path.${hint}`);
}

function addQuestions(program: Command, finish: Finish): void {
  addWhy(program, finish);
  withAgentCircumstances(
    withLive(withCircumstances(projectCommand(program, 'matrix', 'show what every mode and every agent may do'))),
    'linux',
  )
    .option('--mode <slug>', 'this mode only; may be repeated', collectValues)
    .option('--profile <name>', 'this agent profile only; may be repeated', collectValues)
    .addOption(agentOption())
    .addOption(choice('-f, --format <format>', 'what to print', matrixFormats))
    .action(runs(finish, ({ runMatrix }) => runMatrix));
  withCircumstances(projectCommand(program, 'diff', 'show what a change grants or takes away'))
    .argument('<before>', 'git revision or folder')
    .argument('[after]', 'git revision or folder (default: the working files)')
    .addOption(choice('-f, --format <format>', 'what to print', diffFormats))
    .addOption(choice('--fail-on <what>', 'changes that cause exit code 1 (default: grant)', diffFailures))
    .action(runs(finish, ({ runDiff }) => runDiff));
}

function addWhy(program: Command, finish: Finish): void {
  const why = 'show how a mode or an agent handles a call, and why';
  withUserFiles(withAgentCircumstances(withCircumstances(projectCommand(program, 'why', why)), 'this machine'))
    .argument('[subject]', 'a mode, or a profile such as claude-code')
    .argument('[tool]', 'a tool of the agent, or <server>/<tool> for a mode')
    .argument('[text]', 'the command; for a profile, also a file or address')
    .option('--file <path>', 'a file that the call touches; may be repeated', collectValues)
    .addOption(choice('-f, --format <format>', 'what to print', ['text', 'json']))
    .optionsGroup('Circumstances:')
    .option('--cwd <dir>', 'the working folder (default: the project)')
    .addOption(
      choice(
        '--shell <shell>',
        'the shell that runs the command (default: bash, or unknown on Windows)',
        commandShells,
      ),
    )
    .optionsGroup('Profiles of agents:')
    .option('--args <json>', 'the arguments of the call')
    .option('--calls <file>', 'answer the profile calls in this JSON Lines file, `-` for stdin')
    .option('--json', 'the same as --format json')
    .optionsGroup('Options:')
    .action(
      async (
        ...[subject, target, text, flags]: [string | undefined, string | undefined, string | undefined, WhyFlags]
      ) => finish(await runWhyCommand({ subject, target, text }, flags)),
    );
}

function addReport(program: Command, finish: Finish): void {
  withLive(
    withCircumstances(projectCommand(program, 'report', 'write an HTML page of what agents may do, with the findings')),
  )
    .option('--html [file]', 'where to write the page, `-` for stdout (default: modegate-report.html)')
    .option('--base <rev>', 'also show what changed since a revision or a folder')
    .option('--mode <slug>', 'this mode only; may be repeated', collectValues)
    .option('--profile <name>', 'this agent profile only; may be repeated', collectValues)
    .addOption(agentOption())
    .addOption(choice('--persona <persona>', 'rules (default: default)', rulePresets))
    .option('--baseline <file>', 'file that lists known findings to hide')
    .option('--force', 'replace the file even if it is not a report')
    .action(runs(finish, ({ runReport }) => runReport));
}

function addTest(program: Command, finish: Finish): void {
  withCircumstances(withLive(projectCommand(program, 'test [files...]', 'run the policy tests in *.modes-test.yaml')))
    .addOption(choice('-f, --format <format>', 'what to print', ['text', 'json']))
    .action(runs(finish, ({ runTest }) => runTest));
  withLive(projectCommand(program, 'lock', "lock the servers' tools, or compare them with the lock"))
    .option('--verify', 'compare the tools with the lock without writing anything')
    .addOption(choice('-f, --format <format>', 'what to print', ['text', 'json']))
    .action(runs(finish, ({ runLock }) => runLock));
}

function addRepairs(program: Command, finish: Finish): void {
  withJudging(projectCommand(program, 'fix [path]', 'apply the fixes that do not change the meaning'))
    .option('--unsafe', 'also apply fixes that may change the meaning')
    .option('--allow-grants', 'also apply fixes that let a mode do more than before')
    .option('--dry-run', 'show the fixes without writing them; exit with 1 if there are any')
    .action(runs(finish, ({ runFix }) => runFix));
  withLive(
    withCircumstances(projectCommand(program, 'suggest', 'suggest restrictions that keep the access that modes need')),
  )
    .option('--mode <slug>', 'for this mode only; may be repeated', collectValues)
    .option('--audit-log <file>', 'instead, suggest commandRestrictions based on the allowed commands in an audit log')
    .addOption(choice('-f, --format <format>', 'what to print', ['yaml', 'json']))
    .option('--write', "save the suggestions in the project's modes")
    .action(async ({ auditLog, ...flags }: SuggestFlags) => {
      const { runSuggest, runSuggestCommands } = await import('./commands/others.ts');
      finish(await (auditLog === undefined ? runSuggest(flags) : runSuggestCommands(auditLog, flags)));
    });
  projectCommand(program, 'migrate', 'move lists of allowed servers to or from mcpRestrictions')
    .addOption(choice('--to <field>', 'the field to move the lists to', migrationTargets).makeOptionMandatory())
    .option('--write', 'write the file (default: only show the changes)')
    .option('--strict', 'write nothing and exit with 1 if something cannot be moved')
    .action(runs(finish, ({ runMigrate }) => runMigrate));
  const templateIds = restrictionTemplates.map(({ id }) => id);
  command(program, 'init', 'write settings, a mode or the permissions of an agent')
    .option('--project-root <dir>', 'project folder (default: found by searching upwards)')
    .option('--force', 'replace an existing file')
    .addOption(choice('--template <id>', 'add a mode from this template instead', templateIds))
    .addOption(choice('--agent <name>', 'write the permissions of this agent instead', permissionAgentNames))
    .action(runs(finish, ({ runInit }) => runInit));
}

function addExport(program: Command, finish: Finish): void {
  withLive(projectCommand(program, 'export', "write a mode as another agent's own permission file"))
    .addOption(choice('--to <agent>', 'the agent', exportTargets).makeOptionMandatory())
    .requiredOption('--mode <slug>', 'the mode')
    .option('--allow-loss', 'write the file even if it allows things that the mode does not')
    .option(
      '--output <file>',
      'write the file to this path and the report to stdout (default: write the file to stdout)',
    )
    .option('--force', 'replace an existing file')
    .option('--json', 'print the file and the report as JSON')
    .action(runs(finish, ({ runExport }) => runExport));
}

function addEditors(program: Command): void {
  withJudging(projectCommand(program, 'lsp', 'serve editors: the Language Server Protocol on stdio'))
    .option('--stdio', 'accepted because many editors pass it; stdio is always used')
    .action(async (flags: SettingsFlags) => {
      await (await import('./commands/others.ts')).serveLsp(flags);
    });
}
