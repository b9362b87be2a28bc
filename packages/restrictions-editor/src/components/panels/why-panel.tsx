import type { ReactElement } from 'react';
import { decisionState } from '../../model/decision-state.ts';
import type { CallCheck } from '../../model/explain-call.ts';
import { acts, explainRow, type RowSubject, rowKey, type ServerRow } from '../../model/index.ts';
import type { CompiledDraft } from '../../model/mode-draft.ts';
import type { ToolRow } from '../../model/permission-rows.ts';
import { ownAct } from '../../model/restriction-entries.ts';
import { Steps } from '../../views/explanation.tsx';
import { Sentence, ShownName, showName } from '../../views/shown-text.tsx';
import { type EditorStrings, useStrings, wordFor } from '../../words/words.ts';
import { Choice } from '../parts/choice.tsx';
import { OriginBadge } from '../parts/origin-badge.tsx';
import type { McpToolSelectorProps } from '../tree/mcp-tool-selector.tsx';

interface WhyPanelProps extends Pick<McpToolSelectorProps, 'rows' | 'active' | 'onAct'> {
  readonly compiled: CompiledDraft;
  readonly readOnly: boolean;
}

/** The rule that determines the decision on a row, every check that led to it, and a choice of action. */
export function WhyPanel({ compiled, rows, active, readOnly, onAct }: WhyPanelProps): ReactElement {
  const strings = useStrings();
  const row = active === undefined ? undefined : findRow(rows, active);
  if (row === undefined) return <p className="mge-muted">{strings.pickRow}</p>;
  const { steps } = explainRow(compiled, row);
  const name = showName(row.tool ?? row.server);
  const options = acts.map((act) => ({ value: act, label: strings.acts[act] }));
  const state = decisionState(row.decision);
  return (
    <div className="mge-why">
      <h3 className="mge-why-title">
        <ShownName name={row.tool ?? row.server} />
        <span className="mge-state" data-state={state}>
          {strings.states[state]}
        </span>
        <OriginBadge origin={row.origin} />
      </h3>
      {row.tool !== undefined && row.description !== undefined && (
        <p className="mge-muted">
          <bdi>{row.description.slice(0, 1000)}</bdi>
        </p>
      )}
      {row.tool === undefined && row.note !== undefined && <Sentence className="mge-warn" text={row.note} />}
      {row.origin.reason !== undefined && (
        <p>
          <bdi>{row.origin.reason}</bdi>
        </p>
      )}
      <Choice
        label={strings.actLabel(name)}
        value={ownAct(compiled.draft.restrictions, row)}
        options={options}
        disabled={readOnly}
        onChange={(act) =>
          onAct(act, row.tool === undefined ? { server: row.server } : { server: row.server, tool: row.tool })
        }
      />
      <h4 className="mge-section-title">{strings.decidedBy}</h4>
      <p className="mge-code">
        <bdi>{row.origin.rule}</bdi>
      </p>
      <Steps Title="h4" steps={steps.map((step) => ({ ...step, detail: detailOf(step, strings) }))} />
    </div>
  );
}

/** The details of the deciding check do not repeat the reason, because the reason is shown above them. */
function detailOf({ outcome, detail }: CallCheck, strings: EditorStrings): string {
  return outcome === 'passed' ? detail : wordFor(strings.outcomes, outcome);
}

function findRow(rows: readonly ServerRow[], subject: RowSubject): ServerRow | ToolRow | undefined {
  const server = rows.find((row) => row.server === subject.server);
  if (subject.tool === undefined) return server;
  return server?.tools.find((row) => rowKey(row) === rowKey(subject));
}
