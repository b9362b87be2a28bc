import { analyseCommand } from '@modegate/shell-commands';
import type { MatchedRule } from '../agent-answer.ts';
import { joinPath } from '../paths.ts';
import { refusesQuestion } from './approval-policy.ts';
import { type CodexDecision, type CodexPrefixRule, type CodexToolCall, effectOf } from './codex-rules.ts';
import { findSetting, settingRule } from './config-layers.ts';
import { answerCodexCall, askFirst } from './judgement.ts';
import { matchRules } from './match-rules.ts';
import { minimalPath } from './permission-profile.ts';
import { isForcedRemoval, isShellScript, splitPlainCommands } from './plain-commands.ts';
import { type CodexPolicyAnswer, findEntry, mayWrite } from './sandbox.ts';
import type { CodexSession } from './session.ts';

/** Evaluates a call that runs a command in a shell. */
export function judgeCodexCommand(session: CodexSession, call: CodexToolCall): CodexPolicyAnswer {
  const argv = readArguments(session, call);
  if (argv === undefined) return answerCodexCall('unknown', 'The call has no command to check.');
  if (session.platform === 'win32')
    return answerCodexCall('unknown', 'There is no record of what Codex does with commands on Windows.');
  const unread = session.rulesFault === undefined ? session.unreadRules[0] : undefined;
  if (unread !== undefined) {
    const { message, file, line } = unread;
    return answerCodexCall('unknown', message, { by: [{ rule: unreadStatement, effect: 'unknown', file, line }] });
  }
  const wanted = call.arguments.sandbox_permissions ?? 'use_default';
  const escalated = wanted === 'require_escalated';
  if (escalated && refusesQuestion(session.approval, 'sandbox')) {
    const because = 'The approval policy does not let a command leave the sandbox.';
    return answerCodexCall('deny', because, { by: [session.approval.source] });
  }
  if (!escalated && wanted !== 'use_default') return judgeAdditional(session, wanted);
  return judgeArguments({ session, argv, escalated, call });
}

const unreadStatement = 'an unsupported statement';

/** Evaluates a call that requests more access than its sandbox allows, but does not request to leave the sandbox. */
function judgeAdditional(session: CodexSession, wanted: unknown): CodexPolicyAnswer {
  const feature = findSetting(session.layers, ['features', 'exec_permission_approvals']);
  if (wanted === 'with_additional_permissions' && feature?.value === true)
    return answerCodexCall('unknown', 'There is no record of what Codex does with additional permissions.', {
      by: [settingRule(feature, 'unknown')],
    });
  return answerCodexCall('deny', `Codex does not accept the sandbox_permissions ${JSON.stringify(wanted)}.`);
}

interface Run {
  readonly session: CodexSession;
  readonly argv: readonly string[];
  readonly escalated: boolean;
  readonly call: CodexToolCall;
}

interface JudgedCommand {
  readonly rules: readonly CodexPrefixRule[];
  readonly decision: CodexDecision;
  /** Reason for the answer if no rule decides. */
  readonly heuristic?: MatchedRule;
  readonly isRemoval?: boolean;
}

const order: readonly CodexDecision[] = ['allow', 'prompt', 'forbidden'];

function strictest(decisions: readonly CodexDecision[]): CodexDecision {
  return order.findLast((one) => decisions.includes(one)) ?? 'forbidden';
}

function judgeArguments(run: Run): CodexPolicyAnswer {
  const { session, argv, escalated } = run;
  const script = isShellScript(argv) ? splitPlainCommands(argv[2] ?? '') : undefined;
  const commands = (script ?? [argv]).map((command): JudgedCommand => {
    // A relative program path is resolved against the start folder, regardless of the folder specified in the call.
    const rules = matchRules(command, session.rules, { resolve: true, cwd: session.cwd });
    if (rules.length > 0) return { rules, decision: strictest(rules.map(({ decision }) => decision)) };
    return { rules, ...judgeUnmatched(run, command) };
  });
  const decision = strictest(commands.map((one) => one.decision));
  const rules = [...new Set(commands.flatMap((one) => one.rules))];
  const heuristics = commands.flatMap(({ heuristic, decision: own }) =>
    heuristic && own === decision ? [heuristic] : [],
  );
  const deciding = rules.filter((rule) => rule.decision === decision);
  const by = [
    ...deciding.map(({ source }) => source),
    ...new Map(heuristics.map((rule) => [rule.rule, rule])).values(),
  ];
  const shadowed = rules.filter((rule) => rule.decision !== decision).map(({ source }) => source);
  const whole =
    script === undefined && isShellScript(argv)
      ? ` Codex does not split the line, and treats ${argv[0]} as its program.`
      : '';
  const details = { by, shadowed, inside: escalated ? undefined : session };
  if (decision === 'forbidden') {
    const why = deciding.map(({ justification }) => justification).find((text) => text !== undefined);
    const because =
      deciding.length > 0 ? 'A rule forbids this command.' : 'Codex never runs a forced rm without asking.';
    return answerCodexCall('deny', `${because}${why === undefined ? '' : ` "${why}"`}${whole}`, details);
  }
  if (decision === 'prompt') {
    const isRule = deciding.length > 0;
    const because = isRule
      ? 'A rule asks about this command.'
      : (heuristics[0]?.rule ?? 'Codex asks about this command.');
    const question = isRule ? 'rules' : commands.some(({ isRemoval }) => isRemoval) ? 'removal' : 'sandbox';
    return askFirst(session, question, { ...details, because: `${because}${whole}` });
  }
  const ruled = commands.every((one) => one.rules.length > 0);
  return allowCommand(run, { by, shadowed, whole, ruled });
}

interface Allowed extends Pick<CodexPolicyAnswer, 'by' | 'shadowed'> {
  readonly whole: string;
  /** True if a rule allows every command in the line. */
  readonly ruled: boolean;
}

/**
 * Allows a command line: if rules allow every command in the line, it runs outside the sandbox, unless the permission
 * profile denies paths.
 */
function allowCommand(run: Run, { by, shadowed, whole, ruled }: Allowed): CodexPolicyAnswer {
  const { session, escalated } = run;
  const { sandbox } = session;
  const denies = sandbox.deniedGlobs.length > 0 || sandbox.entries.some(({ access }) => access === 'deny');
  if (sandbox.unrestricted)
    return answerCodexCall('allow', `There is no sandbox.${whole}`, { by: [...by, sandbox.source], shadowed });
  if (ruled && !denies) {
    const because = `Rules allow every command of the line, so it runs outside the sandbox.${whole}`;
    return answerCodexCall('allow', because, { by, shadowed });
  }
  if (escalated) {
    const because = 'The command asks to leave the sandbox, but the profile denies access to some paths.';
    return answerCodexCall('unknown', because, { by });
  }
  const details = { by: [...by, sandbox.source], shadowed, inside: session };
  const start = canStart(session);
  if (start === 'no') {
    const because = `The profile ${sandbox.name} has no read access to ":root", so no command can start.`;
    return answerCodexCall('deny', because, details);
  }
  const open =
    start === 'unknown'
      ? `Whether a command can start under the profile ${sandbox.name} depends on where Codex is installed.`
      : sandbox.unsettled;
  if (open !== undefined) return answerCodexCall('unknown', open, details);
  // Codex notices a failed command only if it fails within a fraction of a second.
  if (session.approval.policy === 'granular' && session.approval.sandbox && writesOutside(run))
    return askFirst(session, 'sandbox', {
      ...details,
      because: `The sandbox ${sandbox.name} stops the command, and Codex then asks whether to run it without the sandbox.`,
    });
  return answerCodexCall('allow', `The command runs in the sandbox ${sandbox.name}.${whole}`, details);
}

/** True if a command's text writes to a file that its sandbox protects. */
function writesOutside({ session, call: { arguments: values } }: Run): boolean {
  const command = values.cmd ?? values.command;
  if (typeof command !== 'string') return false;
  const folder = joinPath(session.cwd, typeof values.workdir === 'string' ? values.workdir : '.');
  return analyseCommand(command, { shell: 'bash' }).files.some(
    ({ tool, path }) =>
      tool !== 'read_file' && path !== undefined && !mayWrite(session.sandbox, joinPath(folder, path)),
  );
}

/** Checks whether a command can start: the helper that builds the sandbox must be readable inside it. */
function canStart({ sandbox, cwd }: CodexSession): 'yes' | 'no' | 'unknown' {
  const root = findEntry(sandbox, '/');
  if (root !== undefined && root.access !== 'deny') return 'yes';
  const own = [minimalPath, '/tmp', '/$TMPDIR'];
  const others = sandbox.entries.filter(
    ({ path, access }) => access !== 'deny' && !own.includes(path) && !path.startsWith(cwd),
  );
  return others.length > 0 ? 'unknown' : 'no';
}

/** Evaluates a command to which no rule applies. */
function judgeUnmatched(
  { session: { approval, sandbox }, escalated }: Run,
  command: readonly string[],
): Omit<JudgedCommand, 'rules'> {
  const judge = (decision: CodexDecision, rule: string) => ({
    decision,
    heuristic: { rule, effect: effectOf[decision] },
  });
  if (isForcedRemoval(command)) {
    const decision = approval.policy === 'never' ? 'forbidden' : 'prompt';
    return { ...judge(decision, 'Codex asks about rm with a force option.'), isRemoval: true };
  }
  if (approval.policy === 'untrusted')
    return judge('prompt', 'Codex asks about every command in an untrusted project.');
  if (escalated && !sandbox.unrestricted) return judge('prompt', 'Codex asks before a command leaves the sandbox.');
  return judge('allow', 'If no rule covers a command, Codex runs it in the sandbox.');
}

/** Reads the program and its arguments in the form in which Codex starts them. */
function readArguments(session: CodexSession, { arguments: values }: CodexToolCall): readonly string[] | undefined {
  const command = values.cmd ?? values.command;
  if (Array.isArray(command))
    return command.every((word) => typeof word === 'string') && command.length > 0 ? command : undefined;
  if (typeof command !== 'string') return undefined;
  return [findShell(session, values.shell), values.login === false ? '-c' : '-lc', command];
}

/** Finds a shell: Codex uses the kind of shell specified in the call, but locates the program itself. */
function findShell({ platform }: CodexSession, wanted: unknown): string {
  const usual = platform === 'darwin' ? '/bin/zsh' : '/bin/bash';
  if (typeof wanted !== 'string' || wanted === '') return usual;
  const name = wanted.slice(wanted.lastIndexOf('/') + 1);
  if (usual.endsWith(`/${name}`)) return usual;
  if (!['bash', 'sh', 'zsh'].includes(name)) return '/bin/sh';
  return platform === 'darwin' ? `/bin/${name}` : `/usr/bin/${name}`;
}
