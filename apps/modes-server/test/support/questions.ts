import type { JsonObject } from '@modegate/mcp-protocol';
import type { InMemoryClient } from '@modegate/mcp-protocol/testing';
import { vi } from 'vitest';

/** A question that a server has put to its client. */
export interface ClientQuestion {
  readonly id: unknown;
  readonly method: string;
  readonly params: JsonObject;
  /** Answers it. */
  readonly answer: (result: JsonObject) => void;
  /** Answers it with an error. */
  readonly fail: (error: { readonly code: number; readonly message: string; readonly data?: unknown }) => void;
}

/** Every question so far. */
export function questionsOf(client: InMemoryClient): readonly ClientQuestion[] {
  return client.received.flatMap((message) => {
    const { id, method, params } = message as { id?: unknown; method?: string; params?: JsonObject };
    if (id === undefined || method === undefined) return [];
    return [
      {
        id,
        method,
        params: params ?? {},
        answer: (result) => client.send({ jsonrpc: '2.0', id, result }),
        fail: (error) => client.send({ jsonrpc: '2.0', id, error }),
      },
    ];
  });
}

/** Waits for the question of that number, counted from 0; what comes before it may read and write files. */
export function nextQuestion(client: InMemoryClient, position = 0): Promise<ClientQuestion> {
  return vi.waitFor(
    () => {
      const question = questionsOf(client)[position];
      if (question === undefined) throw new Error('The client was not asked.');
      return question;
    },
    { interval: 1 },
  );
}

/** Lets everything that waits for nothing but its turn happen. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
