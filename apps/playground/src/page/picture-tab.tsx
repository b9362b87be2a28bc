import { showName } from '@modegate/restrictions-editor/names';
import { type ReactElement, useMemo } from 'react';
import type { PictureAnswer, Report } from '../answers/questions.ts';
import type { VersionFiles } from '../state/playground-state.ts';
import type { Ask } from '../worker/ask-worker.ts';
import { Failure } from './failure.tsx';
import { ModeSelect } from './mode-select.tsx';
import { Prose, shownProse } from './prose.tsx';
import { useAnswer } from './use-answer.ts';

/** What one mode may do, drawn: groups, files, servers, and the ways around. */
export function PictureTab({
  ask,
  files,
  mode,
  report,
  onMode,
}: {
  readonly ask: Ask;
  readonly files: VersionFiles;
  readonly mode: string;
  readonly report: Report;
  readonly onMode: (mode: string) => void;
}): ReactElement {
  const slugs = report.modes.map(({ slug }) => slug);
  const slug = slugs.includes(mode) ? mode : (slugs[0] ?? '');
  const asked = useMemo(() => ({ kind: 'picture', files, mode: slug }) as const, [files, slug]);
  const { answer, failure, isBusy } = useAnswer(ask, asked);
  return (
    <>
      <ModeSelect modes={report.modes} value={slug} onChange={onMode} />
      {failure !== undefined && <Failure text={failure} />}
      <div aria-busy={isBusy} className="pg-picture">
        {answer !== undefined && <Drawn answer={answer} mode={slug} />}
      </div>
    </>
  );
}

function Drawn({
  answer: { svg, description, ways },
  mode,
}: {
  readonly answer: PictureAnswer;
  readonly mode: string;
}): ReactElement {
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it. */}
      <section className="pg-picture-scroll" aria-label={`Picture of ${showName(mode)}`} tabIndex={0}>
        {/* As a file of its own: what is in it can neither load nor run anything. */}
        <img alt={shownProse(description)} src={`data:image/svg+xml,${encodeURIComponent(svg)}`} />
      </section>
      {ways.length > 0 && (
        <>
          <h3 className="pg-summary">Ways around</h3>
          <ol className="pg-ways">
            {ways.map(({ message, certainty }) => (
              <li key={message}>
                <Prose text={message} /> <span className="mge-badge">{certainty}</span>
              </li>
            ))}
          </ol>
        </>
      )}
    </>
  );
}
