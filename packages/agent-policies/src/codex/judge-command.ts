import type { MatchedRule } from '../agent-answer.ts';
import type { CodexDecision, CodexPrefixRule, CodexToolCall } from './codex-rules.ts';
import { answerCodexCall, askFirst } from './judgement.ts';
import { matchRules } from './match-rules.ts';
import { minimalPath } from './permission-profile.ts';
import { isForcedRemoval, isShellScript, splitPlainCommands } from './plain-commands.ts';
import { type CodexPolicyAnswer, findEntry } from './sandbox.ts';
import type { CodexSession } from './session.ts';

/** Judges a call that runs a command in a shell. */
export function judgeCodexCommand(session: CodexSession, call: CodexToolCall): CodexPolicyAnswer {
  const argv = readArguments(session, call);
  if (argv === undefined)
    return answerCodexCall(session, ['unknown', 'The call has no command, so there is nothing to judge.'], { by: [] });
  if (session.platform === 'win32')
    return answerCodexCall(session, ['unknown', 'What Codex does with commands on Windows was not observed.'], {
      by: [],
    });
  const unread = session.rulesFault === undefined ? session.unreadRules[0] : undefined;
  if (unread !== undefined) {
    const by = [
      { rule: 'a statement that is not read', effect: 'unknown', file: unread.file, line: unread.line },
    ] as const;
    return answerCodexCall(session, ['unknown', unread.message], { by });
  }
  const escalated = asksToLeave(call);
  const { approval } = session;
  if (escalated && approval.policy !== 'on-request') {
    const details = { by: [approval.source] };
    if (approval.policy === 'never' || !approval.sandbox)
      return answerCodexCall(
        session,
        ['deny', 'The approval policy refuses to let a command leave the sandbox.'],
        details,
      );
    const because = `What Codex does with a request to leave the sandbox under "${approval.policy}" was not observed.`;
    return answerCodexCall(session, ['unknown', because], details);
  }
  return judgeArguments({ session, argv, escalated });
}

interface Run {
  readonly session: CodexSession;
  readonly argv: readonly string[];
  readonly escalated: boolean;
}

interface JudgedCommand {
  readonly rules: readonly CodexPrefixRule[];
  readonly decision: CodexDecision;
  /** Why, where no rule decides. */
  readonly heuristic?: MatchedRule;
}

const order: readonly CodexDecision[] = ['allow', 'prompt', 'forbidden'];

function strictest(decisions: readonly CodexDecision[]): CodexDecision {
  return order.findLast((one) => decisions.includes(one)) ?? 'forbidden';
}

function judgeArguments(run: Run): CodexPolicyAnswer {
  const { session, argv, escalated } = run;
  const script = isShellScript(argv) ? splitPlainCommands(argv[2] ?? '') : undefined;
  const commands = (script ?? [argv]).map((command): JudgedCommand => {
    // A relative program lies in the start folder, whatever folder the call names.
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
  const by = [...deciding.map(({ source }) => source), ...uniqueRules(heuristics)];
  const shadowed = rules.filter((rule) => rule.decision !== decision).map(({ source }) => source);
  const whole =
    script === undefined && isShellScript(argv) ? ` The line is not split, and its program is ${argv[0]}.` : '';
  const details = { by, shadowed, sandboxed: !escalated };
  if (decision === 'forbidden') {
    const why = deciding.map(({ justification }) => justification).find((text) => text !== undefined);
    const because =
      deciding.length > 0 ? 'A rule forbids this command.' : 'Codex never runs a forced rm without a question.';
    return answerCodexCall(session, ['deny', `${because}${why === undefined ? '' : ` "${why}"`}${whole}`], details);
  }
  if (decision === 'prompt') {
    const isRule = deciding.length > 0;
    const because = isRule
      ? 'A rule asks about this command.'
      : (heuristics[0]?.rule ?? 'Codex asks about this command.');
    return askFirst(session, isRule ? 'rules' : 'sandbox', { ...details, because: `${because}${whole}` });
  }
  const ruled = commands.every((one) => one.rules.length > 0);
  return allowCommand(session, { by, shadowed, whole, ruled, escalated });
}

interface Allowed {
  readonly by: readonly MatchedRule[];
  readonly shadowed: readonly MatchedRule[];
  readonly whole: string;
  /** True if a rule allows every command of the line. */
  readonly ruled: boolean;
  readonly escalated: boolean;
}

/** A line of which rules allow every command leaves the sandbox, unless the permission profile denies paths. */
function allowCommand(session: CodexSession, { by, shadowed, whole, ruled, escalated }: Allowed): CodexPolicyAnswer {
  const { sandbox } = session;
  const denies = sandbox.deniedGlobs.length > 0 || sandbox.entries.some(({ access }) => access === 'deny');
  if (sandbox.unrestricted)
    return answerCodexCall(session, ['allow', `There is no sandbox.${whole}`], {
      by: [...by, sandbox.source],
      shadowed,
    });
  if (ruled && !denies)
    return answerCodexCall(
      session,
      ['allow', `Rules allow every command of the line, so it runs outside the sandbox.${whole}`],
      { by, shadowed },
    );
  if (escalated)
    return answerCodexCall(
      session,
      ['unknown', 'The request to leave the sandbox meets a profile that denies paths.'],
      {
        by,
      },
    );
  const details = { by: [...by, sandbox.source], shadowed, sandboxed: true };
  const start = canStart(session);
  if (start === 'no')
    return answerCodexCall(
      session,
      ['deny', `The profile ${sandbox.name} has no read access to ":root", so no command can start.`],
      details,
    );
  if (start === 'unknown')
    return answerCodexCall(
      session,
      ['unknown', `Whether a command can start under the profile ${sandbox.name} depends on where Codex is installed.`],
      details,
    );
  return answerCodexCall(session, ['allow', `The command runs in the sandbox ${sandbox.name}.${whole}`], details);
}

/** The helper that builds the sandbox must be readable inside it. */
function canStart({ sandbox, cwd }: CodexSession): 'yes' | 'no' | 'unknown' {
  const root = findEntry(sandbox, '/');
  if (root !== undefined && root.access !== 'deny') return 'yes';
  const own = [minimalPath, '/tmp', '/$TMPDIR'];
  const others = sandbox.entries.filter(
    ({ path, access }) => access !== 'deny' && !own.includes(path) && !path.startsWith(cwd),
  );
  return others.length > 0 ? 'unknown' : 'no';
}

/** What Codex does with a command for which there is no rule. */
function judgeUnmatched(
  { session: { approval, sandbox }, escalated }: Run,
  command: readonly string[],
): { readonly decision: CodexDecision; readonly heuristic: MatchedRule } {
  const judge = (decision: CodexDecision, rule: string) =>
    ({
      decision,
      heuristic: { rule, effect: ({ allow: 'allow', prompt: 'ask', forbidden: 'deny' } as const)[decision] },
    }) as const;
  if (isForcedRemoval(command))
    return judge(
      approval.policy === 'never' ? 'forbidden' : 'prompt',
      'Codex asks about rm with an option that forces it.',
    );
  if (approval.policy === 'untrusted')
    return judge('prompt', 'Codex asks about every command of an untrusted project.');
  if (escalated && !sandbox.unrestricted) return judge('prompt', 'Codex asks before a command leaves the sandbox.');
  return judge('allow', 'Codex runs a command without a rule in its sandbox.');
}

/** Program and arguments, as Codex starts them. */
function readArguments(session: CodexSession, { arguments: values }: CodexToolCall): readonly string[] | undefined {
  const command = values.cmd ?? values.command;
  if (Array.isArray(command))
    return command.every((word) => typeof word === 'string') && command.length > 0 ? command : undefined;
  if (typeof command !== 'string') return undefined;
  return [findShell(session, values.shell), values.login === false ? '-c' : '-lc', command];
}

/** Codex takes the kind of the shell that a call names, and finds its program itself. */
function findShell({ platform }: CodexSession, wanted: unknown): string {
  const usual = platform === 'darwin' ? '/bin/zsh' : '/bin/bash';
  if (typeof wanted !== 'string' || wanted === '') return usual;
  const name = wanted.slice(wanted.lastIndexOf('/') + 1);
  if (usual.endsWith(`/${name}`)) return usual;
  if (!['bash', 'sh', 'zsh'].includes(name)) return '/bin/sh';
  return platform === 'darwin' ? `/bin/${name}` : `/usr/bin/${name}`;
}

function asksToLeave({ arguments: values }: CodexToolCall): boolean {
  const wanted = values.sandbox_permissions;
  return (typeof wanted === 'string' && wanted !== 'use_default') || values.with_escalated_permissions === true;
}

function uniqueRules(rules: readonly MatchedRule[]): readonly MatchedRule[] {
  return [...new Map(rules.map((rule) => [rule.rule, rule])).values()];
}
