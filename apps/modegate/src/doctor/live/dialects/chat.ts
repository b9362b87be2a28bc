import { countObjects, jsonOf, type ModelDialect, streamOf, type Turn } from './dialect.ts';

/** The chat completions API that most agents use. */
export const chat: ModelDialect = {
  matches: (path) => path.endsWith('/chat/completions'),
  countResults: (body) => countObjects(body, ({ role }) => role === 'tool'),
  answer: (turn) =>
    turn.isStream
      ? streamOf([chunk({ delta: toMessage(turn, true) }), chunk({ delta: {}, finish_reason: finish(turn) })], {
          named: false,
          end: 'data: [DONE]\n\n',
        })
      : jsonOf({ ...completion, choices: [{ index: 0, message: toMessage(turn), finish_reason: finish(turn) }] }),
};

const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
const completion = { id: 'chat_1', object: 'chat.completion', created: 1, model: 'scripted', usage };

function chunk(choice: object): object {
  const choices = [{ index: 0, finish_reason: null, ...choice }];
  return { ...completion, object: 'chat.completion.chunk', choices };
}

const finish = ({ use }: Turn): string => (use === undefined ? 'stop' : 'tool_calls');

function toMessage({ use, callId }: Turn, isPart = false): object {
  if (use === undefined) return { role: 'assistant', content: 'Done.' };
  const called = { name: use.name, arguments: JSON.stringify(use.input) };
  const call = { ...(isPart ? { index: 0 } : {}), id: `call_${callId}`, type: 'function', function: called };
  return { role: 'assistant', content: null, tool_calls: [call] };
}
