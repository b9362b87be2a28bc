import { type Range, useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type RefObject,
  useEffect,
  useId,
  useRef,
} from 'react';
import type { TreeLine } from '../../model/filter-rows.ts';
import { type Act, type RowSubject, rowKey, type ServerRow, treeLines } from '../../model/index.ts';
import { useStrings } from '../../words/words.ts';
import { findTyped, readTreeKey } from './tree-keys.ts';
import { lineState, TreeRow } from './tree-row.tsx';

/** Props of {@link McpToolSelector}, which has no state of its own. */
export interface McpToolSelectorProps {
  /** The servers with the tools to show. */
  readonly rows: readonly ServerRow[];
  /** The row with keyboard focus; undefined for the first row. */
  readonly active: RowSubject | undefined;
  readonly onActiveChange: (subject: RowSubject) => void;
  readonly expanded: ReadonlySet<string>;
  readonly onExpandedChange: (servers: ReadonlySet<string>) => void;
  readonly onAct: (act: Act, subject: RowSubject) => void;
  /** Accessible name of the tree. Default: the name from the string table. */
  readonly label?: string | undefined;
  readonly readOnly?: boolean | undefined;
}

/** Height of a line in pixels; the style sheet uses the same value. */
const lineHeight = 32;

/**
 * Servers with their tools as a tree: arrow keys move, Space and Enter allow or deny, Delete removes the row's own
 * entries, letters find a name, and `*` expands all servers. Only the visible lines are in the document.
 */
// oxlint-disable-next-line max-lines-per-function -- the markup of one tree
export function McpToolSelector(props: McpToolSelectorProps): ReactElement {
  const { rows, active, expanded, readOnly = false } = props;
  const strings = useStrings();
  const treeId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const lines = treeLines(rows, (server) => expanded.has(server));
  const activeKey = active === undefined ? undefined : rowKey(active);
  const found = lines.findIndex(({ row }) => rowKey(row) === activeKey);
  const activeIndex = found < 0 && lines.length > 0 ? 0 : found;
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => lineHeight,
    getItemKey: (index) => (lines[index] === undefined ? index : rowKey(lines[index].row)),
    overscan: 8,
    rangeExtractor: (range) => linesInView(range, activeIndex),
  });
  useEffect(() => {
    if (found >= 0) virtual.scrollToIndex(found, { align: 'auto' });
  }, [found, virtual]);
  const acts = useTreeActs(props, { lines, activeIndex, scroller });
  return (
    <div
      ref={scroller}
      className="mge-tree"
      role="tree"
      tabIndex={0}
      aria-label={props.label ?? strings.treeLabel}
      aria-activedescendant={activeIndex < 0 ? undefined : lineId(treeId, activeIndex)}
      onKeyDown={acts.onKeyDown}
    >
      <div className="mge-tree-sizer" role="presentation" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start, key }) => {
          const line = lines[index];
          if (line === undefined) return null;
          return (
            // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus and names its active line.
            // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys.
            <div
              key={key}
              id={lineId(treeId, index)}
              className="mge-row"
              role="treeitem"
              aria-level={line.kind === 'server' ? 1 : 2}
              aria-posinset={line.position}
              aria-setsize={line.siblings}
              aria-checked={checkedStates[lineState(line)]}
              aria-selected={index === activeIndex}
              aria-disabled={readOnly || undefined}
              {...(line.kind === 'server' && line.visibleTools > 0 ? { 'aria-expanded': line.isExpanded } : {})}
              data-kind={line.kind}
              style={{ transform: `translateY(${start}px)` }}
              onClick={(event) => acts.onClick(line, event)}
              onDoubleClick={() => acts.onDoubleClick(line)}
            >
              <TreeRow line={line} />
            </div>
          );
        })}
      </div>
    </div>
  );
}

const checkedStates = { allowed: true, asks: 'mixed', mixed: 'mixed', denied: false } as const;

/** The action triggered by a click on the box. */
const clickActs = { allowed: 'deny', asks: 'deny', mixed: 'allow', denied: 'allow' } as const;

/** Keeps the active line in the document, so that it can be referenced as the active element. */
function linesInView({ startIndex, endIndex, overscan, count }: Range, activeIndex: number): number[] {
  const [from, to] = [Math.max(0, startIndex - overscan), Math.min(count - 1, endIndex + overscan)];
  const shown = Array.from({ length: Math.max(0, to - from + 1) }, (_, step) => from + step);
  if (activeIndex < 0 || activeIndex >= count || (activeIndex >= from && activeIndex <= to)) return shown;
  return activeIndex < from ? [activeIndex, ...shown] : [...shown, activeIndex];
}

interface Tree {
  readonly lines: readonly TreeLine[];
  readonly activeIndex: number;
  readonly scroller: RefObject<HTMLDivElement | null>;
}

/** Returns the actions for keyboard and mouse. */
function useTreeActs(props: McpToolSelectorProps, { lines, activeIndex, scroller }: Tree) {
  const { rows, expanded, readOnly = false } = props;
  const typed = useRef({ text: '', at: 0 });
  const goTo = (index: number) => {
    const line = lines[index];
    if (line !== undefined) props.onActiveChange(subjectOf(line));
  };
  const setExpanded = (server: string, isOpen: boolean) => {
    const next = new Set(expanded);
    if (isOpen) next.add(server);
    else next.delete(server);
    props.onExpandedChange(next);
  };
  const toggle = (line: TreeLine | undefined) => {
    if (line !== undefined && !readOnly) props.onAct(clickActs[lineState(line)], subjectOf(line));
  };
  const find = (character: string, timeStamp: number) => {
    const isSame = timeStamp - typed.current.at < typingMs;
    typed.current = { text: (isSame ? typed.current.text : '') + character, at: timeStamp };
    const index = findTyped(lines, activeIndex, typed.current.text);
    if (index !== undefined) goTo(index);
  };
  return {
    onKeyDown(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / lineHeight) - 1);
      const isTyping = event.key === ' ' && event.timeStamp - typed.current.at < typingMs && typed.current.text !== '';
      const move = readTreeKey({ key: isTyping ? '' : event.key, lines, active: activeIndex, page });
      if (move === undefined) return;
      event.preventDefault();
      if (move.kind === 'go') goTo(move.index);
      else if (move.kind === 'expand' || move.kind === 'collapse') setExpanded(move.server, move.kind === 'expand');
      else if (move.kind === 'expand-all') props.onExpandedChange(new Set(rows.map(({ server }) => server)));
      else if (move.kind === 'find') find(move.character, event.timeStamp);
      else if (move.kind === 'toggle') toggle(lines[activeIndex]);
      else if (lines[activeIndex] !== undefined && !readOnly) props.onAct('clear', subjectOf(lines[activeIndex]));
    },
    onClick(line: TreeLine, event: MouseEvent) {
      const part = (event.target as Element).closest('[data-part]')?.getAttribute('data-part');
      props.onActiveChange(subjectOf(line));
      if (part === 'box') toggle(line);
      else if (line.kind === 'server' && part === 'twist') setExpanded(line.row.server, !line.isExpanded);
    },
    onDoubleClick(line: TreeLine) {
      if (line.kind === 'server') setExpanded(line.row.server, !line.isExpanded);
    },
  };
}

/** Letters typed within this time form one search term. */
const typingMs = 600;

function lineId(treeId: string, index: number): string {
  return `${treeId}-${index}`;
}

function subjectOf({ row }: TreeLine): RowSubject {
  return row.tool === undefined ? { server: row.server } : { server: row.server, tool: row.tool };
}
