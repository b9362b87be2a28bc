import type { FindingLines } from '@modegate/restrictions-editor/model';
import {
  BrokenFiles,
  Failure,
  FindingList,
  GridView,
  ModeOverview,
  ModeSelect,
  Placeholder,
  ShownName,
  useAnswer,
  useStrings,
  WayList,
  WhyView,
} from '@modegate/restrictions-editor/views';
import type { ReactElement } from 'react';
import type { Overview } from '../answers/questions.ts';
import type { PageState } from './page-state.ts';
import { type PlaygroundAnswers, typingMs } from './playground-answers.ts';

/** Props of every tab. */
export interface TabProps {
  readonly answers: PlaygroundAnswers;
  readonly overview: Overview;
  readonly page: PageState;
  /** Selects a range of a file in its pane. */
  readonly onReveal: (file: string, range: FindingLines) => void;
}

/** The findings of `modegate check` for these files. */
export function FindingsTab({ overview, onReveal }: TabProps): ReactElement {
  const { findings, counts, failures, broken } = overview;
  const total = counts.error + counts.warning + counts.info;
  return (
    <>
      {failures.map((failure) => (
        <Failure key={failure} text={`A rule failed because of a bug in the rule itself. ${failure}`} />
      ))}
      <BrokenFiles files={broken} />
      {total > 0 && (
        <p className="pg-summary" role="status">
          {summaryOf(counts)}
        </p>
      )}
      <FindingList findings={findings} total={total} onReveal={onReveal} />
      <p className="mge-muted pg-foot">
        <code>modegate check</code> reports the same problems, and also takes the project files into account.
      </p>
    </>
  );
}

function summaryOf({ error, warning, info, suppressed }: Overview['counts']): string {
  const counted = [
    [error, 'error'],
    [warning, 'warning'],
    [info, 'note'],
  ] as const;
  const parts = counted.flatMap(([count, word]) => (count === 0 ? [] : [`${count} ${word}${count === 1 ? '' : 's'}`]));
  return `${parts.join(', ')}${suppressed === 0 ? '' : `, ${suppressed} silenced`}.`;
}

interface MatrixTabProps extends TabProps {
  /** Text to find in the names of the modes to show. */
  readonly filter: string;
  readonly onFilter: (filter: string) => void;
  /** Shows why a mode may or may not use a tool. */
  readonly onWhy: (mode: string, target: string) => void;
}

/** The permissions of every mode, and the ways to bypass the modes' restrictions. */
export function MatrixTab({ answers, overview, page, filter, onFilter, onWhy }: MatrixTabProps): ReactElement {
  const strings = useStrings();
  const asked = { filter };
  const { answer: grid, failure, isBusy } = useAnswer(answers.matrix, asked, { delayMs: typingMs, keepsOld: true });
  return (
    <>
      <label className="mge-field pg-mode-filter">
        <span>{strings.modes}</span>
        <input value={filter} placeholder="Filter by name" onChange={(event) => onFilter(event.target.value)} />
      </label>
      <div aria-busy={isBusy}>
        {grid === undefined || failure !== undefined ? (
          <Placeholder text={strings.askingModes} failure={failure} />
        ) : grid.columns.length === 0 ? (
          <p className="mge-empty">No mode has this name.</p>
        ) : (
          <GridView grid={grid} chosen={page.state.question.mode} startsOpen onAsk={onWhy} />
        )}
      </div>
      {overview.escapes.length > 0 && <Escapes escapes={overview.escapes} />}
    </>
  );
}

function Escapes({ escapes }: Pick<Overview, 'escapes'>): ReactElement {
  const strings = useStrings();
  return (
    <section aria-labelledby="escapes-title" className="pg-escapes">
      <h3 id="escapes-title" className="pg-summary">
        {strings.waysAround}
      </h3>
      {escapes.map(({ mode, isBuiltin, ways, total }) => (
        <details key={mode} open={!isBuiltin}>
          <summary>
            <ShownName name={mode} /> <span className="mge-count">{total}</span>
            {isBuiltin && <span className="mge-badge">{strings.sources.builtin}</span>}
          </summary>
          <WayList ways={ways} />
          {ways.length < total && <p className="mge-muted">{strings.notShown(total - ways.length, 'way')}</p>}
        </details>
      ))}
    </section>
  );
}

/** The overview of one mode. */
export function ModeTab({ answers, overview, page }: TabProps): ReactElement {
  const strings = useStrings();
  const mode = knownMode(overview, page.state.question.mode);
  const { answer, failure, isBusy } = useAnswer(answers.mode, { mode }, { delayMs: typingMs });
  return (
    <>
      <ModeSelect modes={overview.modes} value={mode} onChange={(slug) => page.editQuestion({ mode: slug })} />
      <div aria-busy={isBusy}>
        {answer === undefined || failure !== undefined ? (
          <Placeholder text={strings.readingMode} failure={failure} />
        ) : (
          <ModeOverview mode={answer} />
        )}
      </div>
    </>
  );
}

/** Returns the selected mode if the files define it, otherwise their first mode. */
export function knownMode({ modes }: Overview, slug: string): string {
  return modes.some((mode) => mode.slug === slug) ? slug : (modes[0]?.slug ?? '');
}

const maxTargets = 500;

/** A call, the decision on it, and every step that leads to that decision. */
export function WhyTab({ answers, overview, page, onReveal }: TabProps): ReactElement {
  const { answer: grid } = useAnswer(answers.matrix, {}, { delayMs: typingMs });
  const targets = grid?.sections.flatMap(({ lines }) => lines.flatMap(({ target }) => target ?? [])) ?? [];
  return (
    <WhyView
      answers={answers}
      question={page.state.question}
      modes={overview.modes}
      targets={targets.slice(0, maxTargets)}
      onChange={page.editQuestion}
      onReveal={onReveal}
    />
  );
}
