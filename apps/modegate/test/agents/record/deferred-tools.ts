import { isJsonObject } from '@modegate/json';

/** The names of the tools that an agent says can be searched for, in what it has sent to its model. */
export function listDeferred(requests: readonly string[]): readonly string[] {
  const texts = requests.flatMap((request) => textsIn(JSON.parse(request)));
  return [...new Set(texts.flatMap(namesIn))].toSorted();
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isJsonObject(value) ? Object.values(value).flatMap(textsIn) : [];
}

function namesIn(text: string): readonly string[] {
  // Claude Code has a name a line; Qwen Code a list of quoted names with what they are for.
  const [, lines = ''] = /deferred tools are now available[^\n]*:\n((?:[\w-]+(?:\n|$))+)/.exec(text) ?? [];
  const isListed = /reachable through `tool_search`/.test(text);
  const quoted = isListed ? [...text.matchAll(/^- "([\w-]+)": /gm)].map(([, name = '']) => name) : [];
  return [...lines.split('\n').filter((name) => name !== ''), ...quoted];
}
