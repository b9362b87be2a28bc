import { type FormEvent, type ReactElement, useEffect, useState } from 'react';
import type { MatrixView, WhyView } from '../../wire.ts';
import type { Api } from '../api.ts';
import { StateMark } from '../parts/state-mark.tsx';
import { useStrings } from '../parts/strings-context.ts';
import { messageOf, useAsked } from '../use-asked.ts';

interface TryItProps {
  readonly api: Api;
  readonly mode: string;
  readonly round: number;
  /** What another view asks about. */
  readonly tried: string | undefined;
}

interface Asking {
  readonly target: string;
  readonly files: readonly string[];
  readonly args: object;
}

/** A box for questions: may this mode do that, and which rule says so? The same as `modegate why`. */
export function TryIt({ api, mode, round, tried }: TryItProps): ReactElement {
  const strings = useStrings();
  const [target, setTarget] = useState(tried ?? '');
  const [files, setFiles] = useState('');
  const [args, setArgs] = useState('');
  const [problem, setProblem] = useState<string>();
  const [asking, setAsking] = useState<Asking | undefined>(
    tried === undefined ? undefined : { target: tried, files: [], args: {} },
  );
  const ask = (event: FormEvent) => {
    event.preventDefault();
    const given = readArguments(args);
    setProblem(given === undefined ? strings.argumentsBroken : undefined);
    if (given === undefined || target.trim() === '') return;
    const named = files.split('\n').map((file) => file.trim());
    setAsking({ target: target.trim(), files: named.filter((file) => file !== ''), args: given });
  };
  return (
    <div className="ui-try">
      <form className="ui-form" onSubmit={ask}>
        <label className="mge-field">
          {strings.tool}
          <input
            className="mge-mono"
            list="ui-targets"
            value={target}
            placeholder={strings.toolHint}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setTarget(event.target.value)}
          />
        </label>
        <Targets api={api} round={round} />
        <label className="mge-field">
          {strings.files}
          <textarea
            className="mge-mono"
            rows={2}
            value={files}
            placeholder={strings.filesHint}
            spellCheck={false}
            onChange={(event) => setFiles(event.target.value)}
          />
        </label>
        <label className="mge-field">
          {strings.arguments}
          <textarea
            className="mge-mono"
            rows={2}
            value={args}
            placeholder="{}"
            spellCheck={false}
            aria-invalid={problem !== undefined}
            onChange={(event) => setArgs(event.target.value)}
          />
        </label>
        <button type="submit" className="mge-button" data-kind="primary" disabled={target.trim() === ''}>
          {strings.mayDo(mode.slice(0, 40))}
        </button>
      </form>
      {problem !== undefined && (
        <p className="mge-notice" data-kind="error" role="alert">
          {problem}
        </p>
      )}
      {asking !== undefined && <Answer api={api} mode={mode} round={round} asking={asking} />}
    </div>
  );
}

/** The tools that the matrix knows, as proposals. */
function Targets({ api, round }: { readonly api: Api; readonly round: number }): ReactElement {
  const { answer } = useAsked<MatrixView>(api, { name: 'matrix', round });
  return (
    <datalist id="ui-targets">
      {answer?.rows
        .slice(0, 2000)
        .flatMap(({ target }) => (target === undefined ? [] : [<option key={target} value={target} />]))}
    </datalist>
  );
}

function Answer({ api, mode, round, asking }: Omit<TryItProps, 'tried'> & { readonly asking: Asking }): ReactElement {
  const strings = useStrings();
  const [asked, setAsked] = useState<{ readonly answer?: WhyView; readonly failure?: string }>({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks again.
  useEffect(() => {
    let isOver = false;
    api.ask<WhyView>('why', { mode, ...asking }).then(
      (answer) => isOver || setAsked({ answer }),
      (error: unknown) => isOver || setAsked({ failure: messageOf(error) }),
    );
    return () => {
      isOver = true;
    };
  }, [api, mode, asking, round]);
  const { answer, failure } = asked;
  return (
    <div role="status" className="ui-answer" data-state={answer?.allowed === true ? 'allowed' : 'denied'}>
      {failure !== undefined && <p className="ui-bad">{failure}</p>}
      {answer !== undefined && (
        <>
          <h2>
            <StateMark state={answer.allowed ? 'allowed' : 'denied'} />
            <span>{strings.answers[answer.allowed ? 'allowed' : 'refused']}</span>
            <code className="mge-code">
              <bdi>{asking.target.slice(0, 200)}</bdi>
            </code>
          </h2>
          {answer.reason !== undefined && <p>{answer.reason}</p>}
          <ol className="ui-steps">
            {answer.steps.map(({ check, outcome, detail }) => (
              <li key={check} data-outcome={outcome}>
                <span className="mge-mono">{check}</span>
                <span>{detail}</span>
              </li>
            ))}
          </ol>
          <p className="mge-muted">
            {answer.code !== undefined && <code className="mge-code">{answer.code}</code>} {strings.by(answer.rule)}
          </p>
        </>
      )}
    </div>
  );
}

function readArguments(text: string): object | undefined {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
