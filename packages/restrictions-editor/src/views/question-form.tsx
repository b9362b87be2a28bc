import { type FormEvent, type ReactElement, type ReactNode, useId } from 'react';
import type { ListedMode, WhyAnswer, WhyQuestion } from '../model/answers.ts';
import { runsCommand } from '../model/question-fields.ts';
import { useStrings } from '../words/words.ts';
import { CommandFields } from './command-fields.tsx';
import { maxFieldCharacters } from './max-field-characters.ts';
import { ModeSelect } from './mode-select.tsx';
import { Prose } from './shown-text.tsx';

/** Props of {@link QuestionForm}. */
export interface QuestionFormProps {
  readonly question: WhyQuestion;
  /** The modes to choose from; absent if mode, time, branch and CI are chosen elsewhere. */
  readonly modes?: readonly ListedMode[] | undefined;
  /** Suggested values for the tool field. */
  readonly targets: readonly string[];
  /** The answer, which may refer to a field that cannot be understood. */
  readonly answer: WhyAnswer | undefined;
  readonly onChange: (part: Partial<WhyQuestion>) => void;
  /** Submits the question; absent if every change submits it automatically. */
  readonly onAsk?: (() => void) | undefined;
}

/** A form for entering a question about one call. */
export function QuestionForm(props: QuestionFormProps): ReactElement {
  const strings = useStrings();
  const { question, modes, answer, onChange, onAsk } = props;
  const { mode, target } = question;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onAsk?.();
  };
  return (
    <form className="mgv-form" onSubmit={submit}>
      {modes !== undefined && (
        <ModeSelect modes={modes} value={mode} onChange={(slug) => onChange({ mode: slug })}>
          <FieldError answer={answer} field="mode" />
        </ModeSelect>
      )}
      <TargetField {...props} />
      {runsCommand(target) ? (
        <CommandFields command={question.command} shell={question.shell} onChange={onChange} />
      ) : (
        <FilesField {...props} />
      )}
      {modes === undefined ? <TextField {...props} field="args" /> : <MoreFields {...props} />}
      {onAsk !== undefined && (
        <button type="submit" className="mge-button" data-kind="primary" disabled={target.trim() === ''}>
          {strings.mayDo(mode.slice(0, 40))}
        </button>
      )}
    </form>
  );
}

function TargetField({ question, targets, onChange }: QuestionFormProps): ReactElement {
  const strings = useStrings();
  const list = useId();
  return (
    <label className="mge-field">
      <span>{strings.tool}</span>
      <input
        className="mge-mono"
        list={list}
        placeholder={strings.toolHint}
        autoComplete="off"
        spellCheck={false}
        maxLength={maxFieldCharacters}
        value={question.target}
        onChange={(event) => onChange({ target: event.target.value })}
      />
      <datalist id={list}>
        {targets.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </label>
  );
}

function FilesField({ question: { files }, answer, onChange }: QuestionFormProps): ReactElement {
  const strings = useStrings();
  return (
    <label className="mge-field">
      <span>{strings.files}</span>
      <textarea
        className="mge-mono"
        rows={Math.max(2, Math.min(4, files.split('\n').length))}
        spellCheck={false}
        placeholder={strings.filesHint}
        maxLength={maxFieldCharacters}
        value={files}
        onChange={(event) => onChange({ files: event.target.value })}
      />
      <FieldError answer={answer} field="files" />
    </label>
  );
}

function MoreFields(props: QuestionFormProps): ReactElement {
  const strings = useStrings();
  const { args, at, branch, ci } = props.question;
  return (
    <details className="mgv-more" open={[args, at, branch].some((one) => one !== '') || ci}>
      <summary>{strings.circumstances}</summary>
      <div className="mgv-form">
        <TextField {...props} field="args" />
        <TextField {...props} field="at" />
        <TextField {...props} field="branch" />
        <label className="mgv-check">
          <input type="checkbox" checked={ci} onChange={(event) => props.onChange({ ci: event.target.checked })} />
          <span>{strings.ciJob}</span>
        </label>
      </div>
    </details>
  );
}

interface TextFieldProps extends QuestionFormProps {
  readonly field: 'args' | 'at' | 'branch';
}

function TextField({ question, answer, onChange, field }: TextFieldProps): ReactElement {
  const strings = useStrings();
  const words = {
    args: [strings.arguments, strings.argumentsHint],
    at: [strings.time, strings.timeHint],
    branch: [strings.branch, strings.branchHint],
  } as const;
  const [label, hint] = words[field];
  return (
    <label className="mge-field">
      <span>{label}</span>
      <input
        className="mge-mono"
        placeholder={hint}
        spellCheck={false}
        maxLength={maxFieldCharacters}
        aria-invalid={answer?.state === 'unclear' && answer.field === field}
        value={question[field]}
        onChange={(event) => onChange({ [field]: event.target.value })}
      />
      <FieldError answer={answer} field={field} />
    </label>
  );
}

function FieldError({ answer, field }: { readonly answer: WhyAnswer | undefined; readonly field: string }): ReactNode {
  if (answer?.state !== 'unclear' || answer.field !== field) return null;
  return (
    <span className="mgv-error" role="alert">
      <Prose text={answer.message} />
    </span>
  );
}
