import { countObjects, jsonOf, type ModelDialect, streamOf, type Turn } from './dialect.ts';

/** The messages API that Claude Code uses. */
export const anthropic: ModelDialect = {
  matches: (path) => path.startsWith('/v1/messages'),
  countResults: (body) => countObjects(body, ({ type }) => type === 'tool_result'),
  answer: (turn) => (turn.isStream ? streamOf(toEvents(turn)) : jsonOf({ ...message, content: [toBlock(turn)] })),
};

const message = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'scripted',
  content: [] as readonly object[],
  stop_reason: null,
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1 },
  input_tokens: 1,
};

function toBlock({ use, callId }: Turn): object {
  if (use === undefined) return { type: 'text', text: 'Done.' };
  return { type: 'tool_use', id: `toolu_${callId}`, name: use.name, input: use.input };
}

function toEvents(turn: Turn): readonly object[] {
  const { use } = turn;
  const start = use === undefined ? { type: 'text', text: '' } : { ...toBlock(turn), input: {} };
  const delta =
    use === undefined
      ? { type: 'text_delta', text: 'Done.' }
      : { type: 'input_json_delta', partial_json: JSON.stringify(use.input) };
  return [
    { type: 'message_start', message },
    { type: 'content_block_start', index: 0, content_block: start },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
    {
      type: 'message_delta',
      delta: { stop_reason: use === undefined ? 'end_turn' : 'tool_use', stop_sequence: null },
      usage: { output_tokens: 1 },
    },
    { type: 'message_stop' },
  ];
}
