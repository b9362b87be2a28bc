import { type ReactElement, useId, useMemo, useState } from 'react';
import type { TypedCommand } from '../../model/answers.ts';
import { type CallExplanation, explainCall } from '../../model/explain-call.ts';
import { type CompiledDraft, requestOf } from '../../model/mode-draft.ts';
import { CommandFields } from '../../views/command-fields.tsx';
import { CommandPartsView } from '../../views/command-parts-view.tsx';
import { Prose } from '../../views/shown-text.tsx';
import { useStrings } from '../../words/words.ts';

/** A command entered by the user and evaluated part by part under the draft as it is typed. */
export function TryCommand({ compiled }: { readonly compiled: CompiledDraft }): ReactElement {
  const strings = useStrings();
  const id = useId();
  const [typed, setTyped] = useState<TypedCommand>({ command: '', shell: '' });
  return (
    <section className="mge-try" aria-labelledby={id}>
      <h3 className="mge-section-title" id={id}>
        {strings.tryCommand}
      </h3>
      <CommandFields {...typed} onChange={(part) => setTyped((before) => ({ ...before, ...part }))} />
      {typed.command.trim() !== '' && <Judgement compiled={compiled} typed={typed} />}
    </section>
  );
}

interface JudgementProps {
  readonly compiled: CompiledDraft;
  readonly typed: TypedCommand;
}

function Judgement({ compiled, typed }: JudgementProps): ReactElement {
  const strings = useStrings();
  const { outcome, reason, rule, parts } = useMemo(() => explainDraftCommand(compiled, typed), [compiled, typed]);
  // The parts repeat the reason, so the reason is shown only if there are no parts.
  const words = parts === undefined || parts.list.length === 0 ? (reason ?? strings.by(rule)) : undefined;
  return (
    <>
      <p role="status">
        <span className="mge-state" data-state={outcome}>
          {strings.answers[outcome]}
        </span>{' '}
        {words !== undefined && <Prose text={words} />}
      </p>
      {parts !== undefined && parts.list.length > 0 && <CommandPartsView parts={parts} />}
    </>
  );
}

/** Evaluates a command under the draft, part by part. Uses the project's shell, or bash if the shell is not known. */
function explainDraftCommand(
  { policy, opened, slug }: CompiledDraft,
  { command, shell }: TypedCommand,
): CallExplanation {
  const { project } = opened;
  const usual = project.shell ?? 'bash';
  const call = { mode: slug, tool: 'execute_command', params: { command }, shell: shell === '' ? usual : shell };
  return explainCall(policy, requestOf(project, call));
}
