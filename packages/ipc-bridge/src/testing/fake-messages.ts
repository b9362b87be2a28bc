import type { JsonObject } from '@modegate/json';
import type { FakeAgentContext } from './fake-agent-context.ts';

/** Messages in one fake task, sent to clients in the form that the dialect prescribes. */
export type FakeMessages = ReturnType<typeof createFakeMessages>;

/** Creates the messages of a task. */
export function createFakeMessages(taskId: string, context: FakeAgentContext) {
  const all: JsonObject[] = [];
  const shorten = context.dialect === 'fork' ? createDeltas() : (text: string) => text;
  let lastTs = 0;

  const nextTs = (): number => {
    lastTs = Math.max(lastTs + 1, context.clock());
    return lastTs;
  };
  const emit = (action: 'created' | 'updated', message: JsonObject & { readonly text: string }): void => {
    const partial = message.partial === true || message.partial === false ? message.partial : undefined;
    const shown = { ...message, text: shorten(message.text, partial) };
    context.emit({ eventName: 'message', payload: [{ taskId, action, message: shown }] });
  };
  return {
    /** Messages with their complete text, as in GetMessages. */
    all,
    /** Sends a message that is not streamed. */
    send: ({
      type,
      kind,
      text,
      images,
    }: {
      readonly type: 'ask' | 'say';
      readonly kind: string;
      readonly text: string;
      readonly images?: readonly string[];
    }) => {
      const message = { ts: nextTs(), type, [type]: kind, text, ...(images?.length && { images }) };
      all.push(message);
      emit('created', message);
    },
    /** Begins a stream. */
    stream: (say: string) => {
      const fields = { ts: nextTs(), type: 'say', say };
      const index = all.length;
      let text = '';
      const update = (piece: string, partial: boolean): void => {
        const action = all.length > index ? 'updated' : 'created';
        text += piece;
        all[index] = { ...fields, text };
        emit(action, { ...fields, text, partial });
      };
      return { add: (piece: string) => update(piece, true), close: (piece: string) => update(piece, false) };
    },
  };
}

// Fork sends only new text while a message grows. It tracks one text per task, not per message, so if another message
// comes in between, the next piece repeats the whole text.
function createDeltas(): (text: string, partial: boolean | undefined) => string {
  let told = '';
  return (text, partial) => {
    const delta = partial !== undefined && text.startsWith(told) ? text.slice(told.length) : text;
    told = partial === true ? text : '';
    return delta;
  };
}
