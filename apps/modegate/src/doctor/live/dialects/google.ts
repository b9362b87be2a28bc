import { countObjects, jsonOf, type ModelDialect, streamOf, type Turn } from './dialect.ts';

/** The content API that Gemini CLI uses. */
export const google: ModelDialect = {
  matches: (path) => path.includes(':generateContent') || path.includes(':streamGenerateContent'),
  countResults: (body) => countObjects(body, (object) => 'functionResponse' in object),
  answer: (turn) => (turn.isStream ? streamOf([toResponse(turn)], { named: false }) : jsonOf(toResponse(turn))),
};

function toResponse({ use }: Turn): object {
  const part = use === undefined ? { text: 'Done.' } : { functionCall: { name: use.name, args: use.input } };
  return {
    candidates: [{ index: 0, content: { role: 'model', parts: [part] }, finishReason: 'STOP' }],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
    modelVersion: 'scripted',
  };
}
