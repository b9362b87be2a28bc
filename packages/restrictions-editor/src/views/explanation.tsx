import type { ReactElement } from 'react';
import type { CallCheck, CallExplanation, RulePlace } from '../model/explain-call.ts';
import { useStrings, wordFor } from '../words/words.ts';
import { CommandPartsView } from './command-parts-view.tsx';
import { Prose, Sentence, showLines, showName } from './shown-text.tsx';

interface ExplanationProps {
  readonly answer: CallExplanation;
  readonly target: string;
  /** Slug of the mode. */
  readonly mode: string;
  /** Shows a line of a file; absent if files cannot be shown. */
  readonly onReveal?: ((place: RulePlace) => void) | undefined;
}

/** A decision with its rule, every check that led to it, and a command line that asks the same question. */
export function ExplanationView({ answer, target, mode, onReveal }: ExplanationProps): ReactElement {
  const strings = useStrings();
  const { outcome, code, reason, rule, place, parts, steps, command } = answer;
  return (
    <section className="mge-why mgv-answer" data-state={outcome} aria-label={strings.answer}>
      <h2 className="mge-why-title">
        <span className="mge-state" data-state={outcome}>
          {strings.answers[outcome]}
        </span>
        <Prose text={strings.inMode(showName(target), showName(mode))} />
      </h2>
      {reason !== undefined && <Sentence text={reason} />}
      <p className="mge-code">
        {code} <Prose text={strings.by(rule)} />
        {place !== undefined && onReveal !== undefined && (
          <button type="button" className="mgv-place" onClick={() => onReveal(place)}>
            {strings.showLine}
          </button>
        )}
      </p>
      {parts !== undefined && (
        <>
          <h3 className="mge-section-title">{strings.partByPart}</h3>
          <CommandPartsView parts={parts} onReveal={onReveal} />
        </>
      )}
      <Steps steps={steps} Title="h3" />
      {command !== undefined && (
        <>
          <h3 className="mge-section-title">{strings.terminal}</h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it. */}
          <pre className="mgv-command" tabIndex={0}>
            <bdi>{showLines(command)}</bdi>
          </pre>
        </>
      )}
    </section>
  );
}

interface StepsProps {
  readonly steps: readonly CallCheck[];
  /** The heading level that fits below the surrounding headings. */
  readonly Title: 'h3' | 'h4';
}

/** Every check that led to a decision. */
export function Steps({ steps, Title }: StepsProps): ReactElement {
  const strings = useStrings();
  return (
    <>
      <Title className="mge-section-title">{strings.steps}</Title>
      <ol className="mge-steps">
        {steps.map(({ check, outcome, detail }) => (
          <li key={check} data-outcome={outcome}>
            <span className="mge-step-name">{wordFor(strings.checks, check)}</span>
            <Prose text={detail} />
          </li>
        ))}
      </ol>
    </>
  );
}
