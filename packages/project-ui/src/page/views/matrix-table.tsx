import type { PermissionState } from '@modegate/policy-check/permissions';
import { ShownName } from '@modegate/restrictions-editor';
import { type ReactElement, useMemo, useState } from 'react';
import type { MatrixRow, MatrixView } from '../../wire.ts';
import type { Api } from '../api.ts';
import { StateMark } from '../parts/state-mark.tsx';
import { useStrings } from '../parts/strings-context.ts';
import { useAsked } from '../use-asked.ts';

interface MatrixTableProps {
  readonly api: Api;
  readonly question: { readonly name: string; readonly round: number };
  /** Slug of the mode whose column is marked. */
  readonly mode: string;
  readonly onTry: (target: string) => void;
}

/** What every mode may do, tool by tool. */
export function MatrixTable({ api, question, mode, onTry }: MatrixTableProps): ReactElement {
  const strings = useStrings();
  const { answer, failure } = useAsked<MatrixView>(api, question);
  const [text, setText] = useState('');
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const sections = useMemo(() => findSections(answer?.rows ?? [], text), [answer, text]);
  if (answer === undefined)
    return (
      <p className="mge-empty" role={failure === undefined ? 'status' : 'alert'}>
        {failure ?? strings.askingModes}
      </p>
    );
  const toggle = (section: string) =>
    setOpened((before) =>
      before.has(section) ? new Set([...before].filter((one) => one !== section)) : new Set([...before, section]),
    );
  return (
    <div className="ui-matrix">
      <label className="mge-field ui-find">
        {strings.findTool}
        <input type="search" value={text} onChange={(event) => setText(event.target.value)} />
      </label>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard. */}
      <section className="ui-scroll" aria-label={strings.matrix} tabIndex={0}>
        <table className="ui-table">
          <thead>
            <tr>
              <th scope="col">{strings.tool}</th>
              {answer.modes.map((slug) => (
                <th key={slug} scope="col" data-chosen={slug === mode ? '' : undefined}>
                  <ShownName name={slug} />
                </th>
              ))}
            </tr>
          </thead>
          {sections.map(({ section, isServer, rows }) => (
            <Section
              key={`${isServer} ${section}`}
              {...{ section, isServer, rows, mode, onTry, modes: answer.modes }}
              isOpen={text !== '' || opened.has(section)}
              onToggle={() => toggle(section)}
            />
          ))}
        </table>
      </section>
      {sections.length === 0 && <p className="mge-empty">{strings.nothingNamed}</p>}
    </div>
  );
}

interface MatrixSection {
  readonly section: string;
  readonly isServer: boolean;
  readonly rows: readonly MatrixRow[];
}

function findSections(rows: readonly MatrixRow[], text: string): readonly MatrixSection[] {
  const wanted = text.trim().toLowerCase();
  const found = new Map<string, MatrixSection & { readonly rows: MatrixRow[] }>();
  for (const row of rows) {
    if (!`${row.section}/${row.label}`.toLowerCase().includes(wanted)) continue;
    const key = `${row.isServer} ${row.section}`;
    const known = found.get(key);
    if (known === undefined) found.set(key, { section: row.section, isServer: row.isServer, rows: [row] });
    else known.rows.push(row);
  }
  return [...found.values()];
}

interface SectionProps extends MatrixSection {
  readonly modes: readonly string[];
  readonly mode: string;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly onTry: (target: string) => void;
}

const maxRows = 500;

function Section(props: SectionProps): ReactElement {
  const strings = useStrings();
  const { section, isServer, rows, modes, mode, isOpen, onToggle, onTry } = props;
  return (
    <tbody>
      <tr className="ui-section">
        <th scope="rowgroup">
          <button type="button" className="ui-toggle" aria-expanded={isOpen} onClick={onToggle}>
            <span className="ui-chevron" aria-hidden="true" />
            <ShownName name={section} />
            <span className="mge-muted">{strings.kinds[isServer ? 'server' : 'group']}</span>
          </button>
        </th>
        {modes.map((slug, index) => (
          <td key={slug} data-chosen={slug === mode ? '' : undefined}>
            <Count states={rows.map(({ states }) => states[index] ?? 'denied')} />
          </td>
        ))}
      </tr>
      {isOpen &&
        rows.slice(0, maxRows).map(({ label, target, states }) => (
          <tr key={label}>
            <th scope="row">
              {target === undefined ? (
                <span className="mge-muted">{label}</span>
              ) : (
                <button type="button" className="ui-link mge-mono" onClick={() => onTry(target)} title={strings.tryIt}>
                  <ShownName name={label} />
                </button>
              )}
            </th>
            {states.map((state, index) => (
              <td key={modes[index]} data-chosen={modes[index] === mode ? '' : undefined}>
                <StateMark state={state} />
              </td>
            ))}
          </tr>
        ))}
      {isOpen && rows.length > maxRows && (
        <tr>
          <th scope="row" className="mge-muted">
            {strings.moreRows(rows.length - maxRows)}
          </th>
          <td colSpan={modes.length} />
        </tr>
      )}
    </tbody>
  );
}

/** How many of a section are open, at least in part. */
function Count({ states }: { readonly states: readonly PermissionState[] }): ReactElement {
  const open = states.filter((state) => state === 'allowed' || state === 'limited').length;
  const isWhole = states.every((state) => state === 'allowed');
  return (
    <span className="ui-count" data-state={isWhole ? 'allowed' : open === 0 ? 'denied' : 'limited'}>
      {open}/{states.length}
    </span>
  );
}
