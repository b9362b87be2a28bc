import { countObjects, type ModelDialect, streamOf, type Turn } from './dialect.ts';

/** The responses API that Codex uses, always as a stream. */
export const responses: ModelDialect = {
  matches: (path) => path.endsWith('/responses'),
  countResults: (body) => countObjects(body, ({ type }) => typeof type === 'string' && type.endsWith('call_output')),
  answer: (turn) =>
    streamOf([
      { type: 'response.created', response: { id: 'resp_1' } },
      { type: 'response.output_item.done', output_index: 0, item: toItem(turn) },
      { type: 'response.completed', response: { id: 'resp_1', usage } },
    ]),
};

const usage = {
  input_tokens: 1,
  input_tokens_details: null,
  output_tokens: 1,
  output_tokens_details: null,
  total_tokens: 2,
};

function toItem({ use, callId }: Turn): object {
  if (use === undefined)
    return { type: 'message', role: 'assistant', id: 'msg_1', content: [{ type: 'output_text', text: 'Done.' }] };
  const { name, input, namespace } = use;
  const call = { call_id: `call_${callId}`, name, ...(namespace === undefined ? {} : { namespace }) };
  return typeof input === 'string'
    ? { type: 'custom_tool_call', ...call, input }
    : { type: 'function_call', ...call, arguments: JSON.stringify(input) };
}
