import type { FindingLines } from '@modegate/restrictions-editor/model';
import {
  type ClipboardEvent,
  type DragEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
  type RefObject,
  useImperativeHandle,
  useMemo,
  useRef,
} from 'react';
import { maxFileCharacters } from '../state/playground-state.ts';
import { tooLong } from './read-files.ts';

/** Access to a pane from other components. */
export interface PaneHandle {
  /** Selects a range and scrolls it into view. */
  readonly reveal: (range: FindingLines) => void;
}

interface SourcePaneProps {
  /** Accessible name of the field. */
  readonly label: string;
  readonly text: string;
  readonly title: ReactNode;
  readonly ref?: Ref<PaneHandle>;
  readonly onChange: (text: string) => void;
  readonly onFiles: (files: readonly File[]) => void;
  readonly onProblem: (sentence: string) => void;
}

/** One file as text: typed, pasted, dropped or opened. */
export function SourcePane({ label, title, ref, onFiles, ...field }: SourcePaneProps): ReactElement {
  const area = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(ref, () => ({
    reveal: (range) => {
      if (area.current !== null) revealIn(area.current, range);
    },
  }));
  const onDrop = (event: DragEvent) => {
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    event.stopPropagation();
    onFiles([...event.dataTransfer.files]);
  };
  return (
    <section className="pg-pane" aria-label={label}>
      <div className="pg-pane-bar">
        {title}
        <label className="mge-button pg-open">
          Open…
          <input
            type="file"
            className="mge-hidden"
            aria-label={`Open a file as ${label}`}
            onChange={(event) => {
              onFiles([...(event.target.files ?? [])]);
              event.target.value = '';
            }}
          />
        </label>
      </div>
      <SourceText label={label} area={area} onDrop={onDrop} {...field} />
    </section>
  );
}

interface SourceTextProps extends Pick<SourcePaneProps, 'label' | 'text' | 'onChange' | 'onProblem'> {
  readonly area: RefObject<HTMLTextAreaElement | null>;
  readonly onDrop: (event: DragEvent) => void;
}

/** The text field with its line numbers. */
function SourceText({ label, text, area, onChange, onProblem, onDrop }: SourceTextProps): ReactElement {
  const gutter = useRef<HTMLPreElement>(null);
  const numbers = useMemo(() => lineNumbers(text), [text]);
  const change = (next: string) => {
    if (next.length > maxFileCharacters) onProblem(tooLong('The text'));
    else onChange(next);
  };
  const onPaste = (event: ClipboardEvent) => {
    // Checked before the field receives the text, because laying out millions of characters takes a browser a long
    // time.
    if (event.clipboardData.getData('text/plain').length <= maxFileCharacters) return;
    event.preventDefault();
    onProblem(tooLong('The text'));
  };
  return (
    <div className="pg-source">
      <pre ref={gutter} className="pg-gutter" aria-hidden="true">
        {numbers}
      </pre>
      <textarea
        ref={area}
        aria-label={label}
        spellCheck={false}
        autoCapitalize="off"
        autoCorrect="off"
        wrap="off"
        placeholder="Paste it, or drop the file here."
        value={text}
        onChange={(event) => change(event.target.value)}
        onPaste={onPaste}
        onDrop={onDrop}
        onScroll={(event) => {
          if (gutter.current !== null) gutter.current.scrollTop = event.currentTarget.scrollTop;
        }}
      />
    </div>
  );
}

const maxNumbered = 20_000;

function lineNumbers(text: string): string {
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1 && lines < maxNumbered; at = text.indexOf('\n', at + 1)) lines++;
  return `${Array.from({ length: lines }, (_, index) => index + 1).join('\n')}\n\n`;
}

function revealIn(area: HTMLTextAreaElement, { line, column, endLine, endColumn }: FindingLines): void {
  const lines = area.value.split('\n');
  const start = offsetOf(lines, line, column);
  area.focus();
  area.setSelectionRange(start, Math.max(start, offsetOf(lines, endLine, endColumn)));
  const lineHeight = Number.parseFloat(getComputedStyle(area).lineHeight);
  area.scrollTop = Math.max(0, (line - 1) * lineHeight - area.clientHeight / 3);
  area.scrollIntoView({ block: 'nearest' });
}

function offsetOf(lines: readonly string[], line: number, column: number): number {
  const before = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
  return before + Math.min(column - 1, lines[line - 1]?.length ?? 0);
}
