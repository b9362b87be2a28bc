export interface EventStreamFilterOptions {
  /** Maximum length of an event; reading stops if an event is longer. */
  readonly maxEventLength: number;
  /** True if a broken stream may be resumed; if not, event ids are removed. */
  readonly mayResume: boolean;
  /**
   * Processes the data of a message event and returns the replacement, or an empty string if the event is to be
   * dropped.
   */
  readonly onMessage: (data: string) => string;
  /** Called if an event exceeds the limit; no other call follows. */
  readonly onOversized: () => void;
}

interface State {
  /** The start of an incomplete line. */
  partial: string;
  /** True if the last piece of text ended with CR; a following LF belongs to that CR. */
  afterReturn: boolean;
  /** Lines of the current event that are passed on unchanged. */
  kept: string;
  type: string;
  data: string[];
  /** Number of characters in the complete lines of the current event. */
  length: number;
  resumable: boolean;
  oversized: boolean;
}

/** Creates a filter that buffers at most one event. */
export function createEventStreamFilter(options: EventStreamFilterOptions) {
  const state: State = {
    partial: '',
    afterReturn: false,
    kept: '',
    type: '',
    data: [],
    length: 0,
    resumable: false,
    oversized: false,
  };
  return {
    /** Processes the next piece of text and returns the part for the other reader. */
    push: (text: string) => takeText(state, text, options),
    /** True if an event had an id, which allows a broken stream to be resumed. */
    get resumable() {
      return state.resumable;
    },
  };
}

function takeText(state: State, text: string, options: EventStreamFilterOptions): string {
  let passed = '';
  let start = state.afterReturn && text.startsWith('\n') ? 1 : 0;
  if (text !== '') state.afterReturn = false;
  const lineEnd = /\r\n|\r|\n/gu;
  lineEnd.lastIndex = start;
  for (let found = lineEnd.exec(text); found !== null && !state.oversized; found = lineEnd.exec(text)) {
    const line = state.partial + text.slice(start, found.index);
    state.partial = '';
    start = lineEnd.lastIndex;
    state.afterReturn = found[0] === '\r' && start === text.length;
    passed += takeLine(state, line, options);
  }
  if (state.oversized) return passed;
  state.partial += text.slice(start);
  checkLength(state, options);
  return passed;
}

function checkLength(state: State, { maxEventLength, onOversized }: EventStreamFilterOptions): void {
  if (state.length + state.partial.length <= maxEventLength || state.oversized) return;
  state.oversized = true;
  state.partial = '';
  state.data = [];
  onOversized();
}

function takeLine(state: State, line: string, options: EventStreamFilterOptions): string {
  if (line === '') return finishEvent(state, options);
  const colon = line.indexOf(':');
  if (colon === 0) return `${line}\n`;
  const field = colon === -1 ? line : line.slice(0, colon);
  const value = colon === -1 ? '' : line.slice(line.charAt(colon + 1) === ' ' ? colon + 2 : colon + 1);
  const isLeftOut = field === 'id' && !options.mayResume;
  if (field === 'data') state.data.push(value);
  else if (!isLeftOut) state.kept += `${line}\n`;
  if (field === 'event') state.type = value;
  if (field === 'id' && options.mayResume) state.resumable = true;
  state.length += line.length;
  checkLength(state, options);
  return '';
}

function finishEvent(state: State, { onMessage }: EventStreamFilterOptions): string {
  const { kept, type, data } = state;
  [state.kept, state.type, state.data, state.length] = ['', '', [], 0];
  if (data.length === 0) return `${kept}\n`;
  const isMessage = type === '' || type === 'message';
  const passed = isMessage ? [onMessage(data.join('\n'))].filter((text) => text !== '') : data;
  return `${kept}${passed.map((text) => `data: ${text}\n`).join('')}\n`;
}
