import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { answerAgent, type CommandAgent, readRefusal } from '@modegate/agent-hooks';
import { type DoctorFinding, failed, proved, unproved } from './finding.ts';
import type { InstalledEntry } from './installed-entry.ts';
import { isPolicyRefusal } from './policy-refusal.ts';
import { type ProbeCall, probeCalls, toPayload } from './probe-calls.ts';
import type { HookOutcome } from './run-hook-command.ts';
import type { StartFolder } from './start-folders.ts';

/** A write that the hook demonstrably refused. */
export interface RefusedWrite {
  /** Path to a file that does not exist. */
  readonly path: string;
  /** Reason shown to the model. */
  readonly reason: string;
}

/** Results of sending calls to a hook command. */
export interface CommandTrial {
  readonly findings: readonly DoctorFinding[];
  readonly refused: RefusedWrite | undefined;
}

/** The hook under test, and the folders in which it is tested. */
export interface CommandTrialOptions {
  readonly client: CommandAgent;
  readonly folder: StartFolder;
  /** True if the configuration does not protect the files that control decisions on calls. */
  readonly isUnprotected: boolean;
}

/** Returns the paths of two files that do not exist: one in the folder, and one that the hook protects by default. */
export function inventPaths({ cwd, base }: StartFolder): readonly [open: string, closed: string] {
  const name = `modegate-doctor-${randomUUID().slice(0, 8)}.txt`;
  return [join(cwd, name), join(base, '.bob', name)];
}

/** A finding about a hook that has nothing to refuse. */
export const nothingForbidden: DoctorFinding = unproved(
  'Cannot tell whether the hook refuses calls: the active mode does not forbid any writes, and "protect" is false.',
);

interface Answer extends HookOutcome {
  readonly reason: string | undefined;
  /** True if the output allows the call. */
  readonly isConsent: boolean;
}

/**
 * Sends an installed command some calls that must be refused and some that must pass, and reads its answers as the
 * agent would.
 */
export async function tryCommand(
  { ask: send, timeoutMs = 30_000 }: InstalledEntry,
  place: CommandTrialOptions,
): Promise<CommandTrial> {
  const { client, folder } = place;
  const { cwd } = folder;
  const ask = async (call: ProbeCall): Promise<Answer> => {
    const payload = toPayload(client, call, cwd);
    const outcome = await send(payload, { cwd, limitMs: timeoutMs });
    const isConsent =
      outcome.code === 0 && outcome.stdout.trim() === answerAgent(client, { allowed: true }).stdout.trim();
    return { ...outcome, reason: readRefusal(client, outcome.stdout), isConsent };
  };
  const { write, read, plan } = probeCalls[client];
  const paths = inventPaths(folder);
  const writes = await askUntil(
    paths,
    (path) => ask(write(path)),
    ({ reason }) => reason !== undefined,
  );
  const others = await askUntil([read(paths[0]), plan], ask, ({ isConsent }) => isConsent);
  const { reason } = writes.last;
  const path = paths[writes.all.length - 1];
  return {
    findings: [
      judgeRefusal(writes.last, place),
      judgeAllowance(others.last),
      judgeTime([...writes.all, ...others.all], timeoutMs),
    ],
    refused: reason === undefined || path === undefined ? undefined : { path, reason },
  };
}

async function askUntil<Question>(
  [first, ...rest]: readonly Question[],
  ask: (question: Question) => Promise<Answer>,
  isEnough: (answer: Answer) => boolean,
): Promise<{ readonly all: readonly Answer[]; readonly last: Answer }> {
  const last = await ask(first as Question);
  if (isEnough(last) || rest.length === 0) return { all: [last], last };
  const further = await askUntil(rest, ask, isEnough);
  return { all: [last, ...further.all], last: further.last };
}

function judgeRefusal(answer: Answer, { isUnprotected }: CommandTrialOptions): DoctorFinding {
  const { code, reason } = answer;
  if (reason !== undefined && !isPolicyRefusal(reason))
    return failed(`Writes are refused, but not by a mode's rules: ${reason}`);
  if (reason !== undefined && code === 0) return proved(`A forbidden write is refused: ${reason}`);
  if (reason !== undefined)
    return failed(
      `The command refuses a write but then ends with ${describeEnd(answer)}, which some agents check first.`,
    );
  if (!answer.isConsent)
    return failed(
      `A forbidden write is not refused: the command ends with ${describeEnd(answer)} and does not return an answer that the agent obeys.`,
    );
  if (isUnprotected) return nothingForbidden;
  return failed('A write to a protected file is not refused: the command raises no objection.');
}

function judgeAllowance(answer: Answer): DoctorFinding {
  const { reason, isConsent } = answer;
  if (isConsent) return proved('An allowed call runs: the command raises no objection and ends with exit code 0.');
  if (reason === undefined)
    return failed(`An allowed call gets no valid answer: the command ends with ${describeEnd(answer)}.`);
  return failed(`Every call is refused, even a harmless one: ${reason}`);
}

function judgeTime(answers: readonly Answer[], timeoutMs: number): DoctorFinding {
  const longest = Math.max(...answers.map(({ tookMs }) => tookMs));
  const text = `The slowest of ${answers.length} calls took ${longest} ms. The agent waits ${timeoutMs} ms`;
  return longest * 3 < timeoutMs
    ? proved(`${text}.`)
    : failed(`${text} and may allow the call if the hook takes longer.`);
}

function describeEnd({ code, end }: HookOutcome): string {
  if (end !== undefined) return end;
  return code === null ? 'a signal or a time-out' : `exit code ${code}`;
}
