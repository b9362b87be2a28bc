import { expect } from '../support/expect.ts';

/** One line that a server wrote. */
export type Answer = Readonly<Record<string, unknown>>;

/** Collects what a server writes to stdout, and judges it. */
export interface Answers {
  readonly push: (chunk: Buffer) => void;
  /** Resolves with the answer to a request; rejects after the limit. */
  readonly answer: (id: string, limitMs: number) => Promise<Answer>;
  /** Judges what came since the last time: throws on a line that is no JSON-RPC, an internal error, or more answers to an id than it was ever sent. */
  readonly check: (sent: ReadonlyMap<string, number>) => void;
}

/** Starts with nothing. */
export function createAnswers(): Answers {
  const lines: string[] = [];
  const [asked, answered] = [new Map<string, number>(), new Map<string, number>()];
  let rest = Buffer.alloc(0);
  const watchers = new Set<() => void>();
  const push = (chunk: Buffer): void => {
    const all = Buffer.concat([rest, chunk]);
    const end = all.lastIndexOf(0x0a);
    rest = all.subarray(end + 1);
    if (end === -1) return;
    lines.push(...all.toString('utf8', 0, end).split('\n'));
    for (const watch of watchers) watch();
  };
  return {
    push,
    answer: (id, limitMs) =>
      new Promise((resolve, reject) => {
        const key = JSON.stringify(id);
        const timer = setTimeout(() => {
          watchers.delete(watch);
          reject(new Error(`Expected an answer to ${key} within ${limitMs} ms; there was none.`));
        }, limitMs);
        const watch = (): void => {
          const line = lines.find((text) => text.includes(key) && parse(text).id === id);
          if (line === undefined) return;
          clearTimeout(timer);
          watchers.delete(watch);
          resolve(parse(line));
        };
        watchers.add(watch);
        watch();
      }),
    check: (sent) => {
      for (const [key, count] of sent) total(asked, key, count);
      for (const line of lines.splice(0)) checkLine(line, { asked, answered });
    },
  };
}

interface Totals {
  readonly asked: Map<string, number>;
  readonly answered: Map<string, number>;
}

function checkLine(line: string, { asked, answered }: Totals): void {
  const message = parse(line);
  checkMessage(message, line);
  if (typeof message.method === 'string' || message.id === null) return;
  const key = idKey(message.id);
  const count = total(answered, key, 1);
  expect(count <= (asked.get(key) ?? 0), `at most ${asked.get(key) ?? 0} answers to id ${key}`, count);
}

function total(totals: Map<string, number>, key: string, count: number): number {
  const sum = (totals.get(key) ?? 0) + count;
  totals.set(key, sum);
  return sum;
}

/** An id as a key: its JSON, and of a long one the length and the ends. */
export function idKey(id: unknown): string {
  const key = JSON.stringify(id);
  return key.length <= 200 ? key : `${key.length}:${key.slice(0, 100)}${key.slice(-100)}`;
}

function checkMessage(message: Answer, line: string): void {
  expect(message.jsonrpc === '2.0', 'JSON-RPC 2.0', line);
  const forms = ['result', 'error', 'method'].filter((key) => key in message);
  expect(forms.length === 1, 'a result, an error or a notification', line);
  const failure = (message.error ?? structuredError(message.result)) as Answer | undefined;
  expect(failure?.code !== -32_603, 'no internal error', line);
}

function structuredError(result: unknown): unknown {
  const structured = (result as { readonly structuredContent?: { readonly error?: unknown } } | undefined)
    ?.structuredContent;
  return structured?.error;
}

function parse(line: string): Answer {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Answer;
  } catch {
    // Falls through to the same failure.
  }
  throw new Error(`Expected nothing but JSON-RPC on stdout.\nGot: ${line.slice(0, 500)}`);
}
