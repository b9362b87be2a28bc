import { ShownName, useStrings } from '@modegate/restrictions-editor/views';
import type { ReactElement, ReactNode } from 'react';
import type { TaskView } from '../../wire.ts';
import { When } from '../parts/when.tsx';

/** A task's path through its modes, as a line with a stop for each mode. */
export function TaskSwitches({ task }: { readonly task: TaskView }): ReactElement {
  const strings = useStrings();
  const { switches, dropped, mode, createdAtMs } = task;
  const [first] = switches;
  return (
    <section className="ui-part" aria-labelledby="ui-switches">
      <h3 id="ui-switches">{strings.switches}</h3>
      {dropped.switches > 0 && <p className="mge-muted">{strings.olderEntries(dropped.switches)}</p>}
      <ol className="ui-line">
        <Stop mode={first?.from ?? mode} isLast={first === undefined}>
          {dropped.switches === 0 && <When atMs={createdAtMs} />}
        </Stop>
        {switches.map(({ to, reason, atMs }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a task may switch to the same mode twice in a millisecond.
          <Stop key={`${atMs} ${index}`} mode={to} isLast={index === switches.length - 1}>
            <When atMs={atMs} />
            {reason !== undefined && <bdi> {reason.slice(0, maxReasonLength)}</bdi>}
          </Stop>
        ))}
      </ol>
      {first === undefined && <p className="mge-muted">{strings.noSwitches}</p>}
    </section>
  );
}

const maxReasonLength = 200;

interface StopProps {
  readonly mode: string;
  readonly isLast: boolean;
  readonly children: ReactNode;
}

function Stop({ mode, isLast, children }: StopProps): ReactElement {
  return (
    <li>
      <p className="ui-stop">
        <span aria-current={isLast ? 'step' : undefined}>
          <ShownName name={mode} />
        </span>
      </p>
      <p className="mge-muted">{children}</p>
    </li>
  );
}
