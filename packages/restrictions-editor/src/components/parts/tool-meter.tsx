import type { ReactElement } from 'react';
import type { ModeMeasure } from '../../model/measure-mode.ts';
import { useStrings } from '../../words/words.ts';

/** The number of tools that a mode shows to a model, and the cost of these tools in tokens. */
export function ToolMeter({ measure }: { readonly measure: ModeMeasure }): ReactElement {
  const strings = useStrings();
  const { allowedTools, knownTools, tokens, ownTools, limit } = measure;
  const total = allowedTools + ownTools;
  const isOver = total > limit;
  return (
    <div className="mge-meter" data-over={isOver}>
      <p>
        <strong>{strings.meter(allowedTools, knownTools)}</strong>
        {tokens > 0 && <span className="mge-muted">{strings.tokens(tokens)}</span>}
        <span className="mge-muted">{strings.meterTotal(total, limit)}</span>
      </p>
      <meter
        min={0}
        max={limit}
        value={Math.min(total, limit)}
        aria-label={strings.meterTotal(total, limit)}
        title={strings.meterTotal(total, limit)}
      />
      {isOver && <p className="mge-meter-warning">{strings.overLimit(limit)}</p>}
    </div>
  );
}
