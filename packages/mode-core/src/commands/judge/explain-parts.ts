import type { Decision } from '../../decision.ts';
import type { RestrictedCommand } from '../command-judge.ts';
import type { ExplainedPart } from '../explained-part.ts';
import { fileAccessVerbs } from '../file-access-verbs.ts';
import { decideCommand } from './decide-command.ts';
import { judgeCommandFile } from './judge-command-file.ts';
import { prepareCommand } from './prepare-command.ts';

/** @internal Evaluates the first 200 programs and files in a command, each separately, in the order of the text. */
export function explainParts(call: RestrictedCommand): readonly ExplainedPart[] | undefined {
  const question = prepareCommand(call);
  if ('allowed' in question) return undefined;
  const { unreadable, programs, files } = question.reading;
  const whole = unreadable === undefined ? [] : [unreadable];
  const parts: ExplainedPart[] = [
    ...programs.slice(0, maxExplained).map((program) => {
      const reading = { unreadable: undefined, programs: [program], files: [] };
      return createPart('program', program, decideCommand({ ...question, reading }));
    }),
    ...files.slice(0, maxExplained).map((file) => ({
      ...createPart('file', file, judgeCommandFile(question, file)),
      access: fileAccessVerbs[file.tool],
      ...(file.path === undefined ? {} : { path: file.path }),
    })),
    ...whole.map((construct) => createPart('unreadable', construct, decideCommand(question))),
  ];
  return parts.toSorted((one, other) => one.position - other.position);
}

// More than anyone would read; each part is compared with every rule.
const maxExplained = 200;

function createPart(
  kind: ExplainedPart['kind'],
  { text, position }: { readonly text: string; readonly position: number },
  decision: Decision,
): ExplainedPart {
  return { kind, text, position, decision };
}
