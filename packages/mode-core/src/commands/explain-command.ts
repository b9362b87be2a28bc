import { readOr } from '../circumstances/circumstances.ts';
import { type Call, findMode, prepareCall } from '../decide/call.ts';
import type { ToolRequest } from '../decide/request.ts';
import type { Decision } from '../decision.ts';
import type { Policy } from '../policy/policy.ts';
import type { CommandReading } from './command-analyser.ts';
import { decideCommand } from './decide-command.ts';
import { judgeCommandFile } from './judge-command-file.ts';
import { prepareCommand } from './prepare-command.ts';

/** A program or a file of a command, or a construct that cannot be read, with the decision on it alone. */
export interface ExplainedPart {
  readonly kind: 'program' | 'file' | 'unreadable';
  /** The part as written. */
  readonly text: string;
  /** Offset in the command, in UTF-16 code units. */
  readonly position: number;
  readonly decision: Decision;
}

/** @internal Judges each part of a command alone, in the order of the text. Undefined if it is not judged by its parts. */
export function explainCommand(call: Call): readonly ExplainedPart[] | undefined {
  const question = prepareCommand(call);
  if (question === undefined || 'allowed' in question) return undefined;
  const { unreadable, programs, files } = question.reading;
  const whole = unreadable === undefined ? [] : [unreadable];
  const parts: ExplainedPart[] = [
    ...programs.map((program) => {
      const reading = { unreadable: undefined, programs: [program], files: [] };
      return createPart('program', program, decideCommand({ ...question, reading }));
    }),
    ...files.map((file) => createPart('file', file, judgeCommandFile(question, file))),
    ...whole.map((construct) => createPart('unreadable', construct, decideCommand(question))),
  ];
  return parts.toSorted((one, other) => one.position - other.position);
}

function createPart(
  kind: ExplainedPart['kind'],
  { text, position }: { readonly text: string; readonly position: number },
  decision: Decision,
): ExplainedPart {
  return { kind, text, position, decision };
}

/**
 * Reads the command of a request, so that a caller with the project on its disk can look up the files that it accesses.
 * Undefined unless the mode has restrictions on commands that can be applied. Never throws.
 */
export function readRequestCommand(policy: Policy, request: ToolRequest): CommandReading | undefined {
  return readOr(() => {
    const question = prepareCommand(prepareCall(policy, request, findMode(policy, request)));
    return question === undefined || 'allowed' in question ? undefined : question.reading;
  });
}
