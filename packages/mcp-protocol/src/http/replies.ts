import type { ServerResponse } from 'node:http';
import { failureAnswer } from '../json-rpc/check-message.ts';
import type { JsonRpcFailure } from '../json-rpc/messages.ts';
import type { HttpRefusal } from './admission.ts';

/** Answers with a JSON-RPC error that concerns no request. */
export function refuse(response: ServerResponse, status: number, message: string): void {
  reply(response, status, failureAnswer(null, { name: 'INVALID_REQUEST', message: `${message}.` }));
}

/** Answers with JSON. */
export function reply(response: ServerResponse, status: number, body: JsonRpcFailure): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

/** Answers with a refusal, and the headers that belong to it. */
export function answerRefusal(response: ServerResponse, { status, message, headers = {} }: HttpRefusal): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  refuse(response, status, message);
}

/** Answers that no new work is taken. */
export function refuseWork(response: ServerResponse): void {
  response.setHeader('Retry-After', '1');
  response.setHeader('Connection', 'close');
  refuse(response, 503, 'The server is shutting down');
}
