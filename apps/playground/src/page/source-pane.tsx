import {
  type ClipboardEvent,
  type DragEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
} from 'react';
import { maxFileCharacters } from '../state/playground-state.ts';
import { tooLong } from './dropped-files.ts';

/** A place in a text; both start at 1, columns count UTF-16 units. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** A line without its end. */
export function wholeLine(line: number): TextPlace {
  return { line, column: 1, endLine: line, endColumn: Number.MAX_SAFE_INTEGER };
}

/** What others may do with a pane. */
export interface PaneHandle {
  /** Selects a place and brings it into view. */
  readonly reveal: (place: TextPlace) => void;
}

/** One file as text: typed, pasted, dropped or opened. */
export function SourcePane({
  label,
  text,
  place,
  ref,
  onChange,
  onFiles,
  onProblem,
}: {
  /** Names the field. */
  readonly label: string;
  readonly text: string;
  /** Where the file is, as a heading. */
  readonly place: ReactNode;
  readonly ref?: Ref<PaneHandle>;
  readonly onChange: (text: string) => void;
  readonly onFiles: (files: readonly File[]) => void;
  readonly onProblem: (sentence: string) => void;
}): ReactElement {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const gutter = useRef<HTMLPreElement>(null);
  const numbers = useMemo(() => lineNumbers(text), [text]);
  useImperativeHandle(ref, () => ({
    reveal: (at) => {
      if (area.current !== null) revealIn(area.current, at);
    },
  }));
  const take = (next: string) => {
    if (next.length > maxFileCharacters) onProblem(tooLong('The text'));
    else onChange(next);
  };
  const onPaste = (event: ClipboardEvent) => {
    // Before the field has it: a browser takes long to lay out millions of characters.
    if (event.clipboardData.getData('text/plain').length <= maxFileCharacters) return;
    event.preventDefault();
    onProblem(tooLong('The text'));
  };
  const onDrop = (event: DragEvent) => {
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    event.stopPropagation();
    onFiles([...event.dataTransfer.files]);
  };
  return (
    <section className="pg-pane" aria-label={label}>
      <div className="pg-pane-bar">
        {place}
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
      <div className="pg-source">
        <pre ref={gutter} className="pg-gutter" aria-hidden="true">
          {numbers}
        </pre>
        <textarea
          id={id}
          ref={area}
          aria-label={label}
          spellCheck={false}
          autoCapitalize="off"
          autoCorrect="off"
          wrap="off"
          placeholder="Paste it, or drop the file here."
          value={text}
          onChange={(event) => take(event.target.value)}
          onPaste={onPaste}
          onDrop={onDrop}
          onScroll={(event) => {
            if (gutter.current !== null) gutter.current.scrollTop = event.currentTarget.scrollTop;
          }}
        />
      </div>
    </section>
  );
}

const maxNumbered = 20_000;

function lineNumbers(text: string): string {
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1 && lines < maxNumbered; at = text.indexOf('\n', at + 1)) lines++;
  return `${Array.from({ length: lines }, (_, index) => index + 1).join('\n')}\n\n`;
}

function revealIn(area: HTMLTextAreaElement, { line, column, endLine, endColumn }: TextPlace): void {
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
