import { showName } from '@modegate/restrictions-editor/names';
import { type ReactElement, useId, useMemo } from 'react';
import type { Report, WhyAnswer } from '../answers/questions.ts';
import { maxFieldCharacters, type VersionFiles, type WhyQuestion } from '../state/playground-state.ts';
import type { Ask } from '../worker/ask-worker.ts';
import { Failure } from './failure.tsx';
import { Prose, shownProse } from './prose.tsx';
import { type TextPlace, wholeLine } from './source-pane.tsx';
import { useAnswer } from './use-answer.ts';

/** A call, and whether it may go ahead, with every step to the answer. */
export function WhyTab({
  ask,
  files,
  question,
  report,
  onChange,
  onReveal,
}: {
  readonly ask: Ask;
  readonly files: VersionFiles;
  readonly question: WhyQuestion;
  readonly report: Report;
  readonly onChange: (part: Partial<WhyQuestion>) => void;
  readonly onReveal: (file: string, place: TextPlace) => void;
}): ReactElement {
  const asked = useMemo(() => ({ kind: 'why', files, question }) as const, [files, question]);
  const { answer, failure, isBusy } = useAnswer(ask, asked);
  return (
    <>
      <QuestionForm question={question} report={report} answer={answer} onChange={onChange} />
      <div aria-live="polite" aria-busy={isBusy}>
        {failure !== undefined && <Failure text={failure} />}
        {answer?.state === 'answered' && <Explained answer={answer} question={question} onReveal={onReveal} />}
      </div>
    </>
  );
}

function QuestionForm({
  question,
  report,
  answer,
  onChange,
}: {
  readonly question: WhyQuestion;
  readonly report: Report;
  readonly answer: WhyAnswer | undefined;
  readonly onChange: (part: Partial<WhyQuestion>) => void;
}): ReactElement {
  const listId = useId();
  const { mode, target, files, args, at, branch, ci } = question;
  const slugs = report.modes.map(({ slug }) => slug);
  const error = (field: string) =>
    answer?.state === 'unclear' && answer.field === field ? <span className="pg-error">{answer.message}</span> : null;
  const text = (field: 'target' | 'args' | 'at' | 'branch', value: string) => ({
    value,
    maxLength: maxFieldCharacters,
    spellCheck: false,
    'aria-invalid': answer?.state === 'unclear' && answer.field === field,
    onChange: (event: { readonly target: { readonly value: string } }) => onChange({ [field]: event.target.value }),
  });
  return (
    <form className="pg-question" onSubmit={(event) => event.preventDefault()}>
      <label className="mge-field">
        <span>Mode</span>
        <select value={mode} onChange={(event) => onChange({ mode: event.target.value })}>
          {!slugs.includes(mode) && <option value={mode}>{showName(mode)}</option>}
          {report.modes.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {showName(name)} ({showName(slug)})
            </option>
          ))}
        </select>
        {error('mode')}
      </label>
      <label className="mge-field">
        <span>Tool, or server/tool</span>
        <input className="mge-mono" list={listId} placeholder="github/create_issue" {...text('target', target)} />
        <datalist id={listId}>
          {report.targets.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      </label>
      <label className="mge-field">
        <span>Files, one a line</span>
        <textarea
          className="mge-mono"
          rows={Math.min(4, files.split('\n').length)}
          spellCheck={false}
          placeholder="src/index.ts"
          maxLength={maxFieldCharacters}
          value={files}
          onChange={(event) => onChange({ files: event.target.value })}
        />
        {error('files')}
      </label>
      <details className="pg-more" open={[args, at, branch].some((one) => one !== '') || ci}>
        <summary>Arguments, time, branch, CI</summary>
        <div className="pg-question">
          <label className="mge-field">
            <span>Arguments, as JSON</span>
            <input className="mge-mono" placeholder='{"path": "src/a.ts"}' {...text('args', args)} />
            {error('args')}
          </label>
          <label className="mge-field">
            <span>Time, with its zone</span>
            <input className="mge-mono" placeholder="2026-03-01T09:00:00Z" {...text('at', at)} />
            {error('at')}
          </label>
          <label className="mge-field">
            <span>Branch</span>
            <input className="mge-mono" placeholder="not known" {...text('branch', branch)} />
          </label>
          <label className="pg-check">
            <input type="checkbox" checked={ci} onChange={(event) => onChange({ ci: event.target.checked })} />
            <span>In a CI job</span>
          </label>
        </div>
      </details>
    </form>
  );
}

function Explained({
  answer: { allowed, code, reason, rule, place, steps, command },
  question: { mode, target },
  onReveal,
}: {
  readonly answer: Extract<WhyAnswer, { state: 'answered' }>;
  readonly question: WhyQuestion;
  readonly onReveal: (file: string, place: TextPlace) => void;
}): ReactElement {
  return (
    <section className="mge-why pg-answer" data-state={allowed ? 'allowed' : 'denied'} aria-label="Answer">
      <h3 className="mge-why-title">
        <span className="mge-state" data-state={allowed ? 'allowed' : 'denied'}>
          {allowed ? 'Allowed' : 'Refused'}
        </span>
        <Prose text={`${showName(target)} in ${showName(mode)}`} />
      </h3>
      {reason !== undefined && (
        <p>
          <Prose text={reason} />
        </p>
      )}
      <dl className="pg-facts">
        {code !== undefined && (
          <>
            <dt>Code</dt>
            <dd className="mge-code">{code}</dd>
          </>
        )}
        <dt>Rule</dt>
        <dd className="mge-code">
          <Prose text={rule} />
          {place !== undefined && (
            <button type="button" className="pg-place" onClick={() => onReveal(place.file, wholeLine(place.line))}>
              Show the line
            </button>
          )}
        </dd>
      </dl>
      <h4 className="mge-section-title">Every check on the way</h4>
      <ol className="mge-steps">
        {steps.map(({ check, outcome, detail }) => (
          <li key={check} data-outcome={outcome}>
            <span className="mge-step-name">{check}</span>
            <Prose text={detail} />
          </li>
        ))}
      </ol>
      <h4 className="mge-section-title">The same in a terminal</h4>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it. */}
      <pre className="pg-command" tabIndex={0}>
        <bdi>{shownProse(command)}</bdi>
      </pre>
    </section>
  );
}
