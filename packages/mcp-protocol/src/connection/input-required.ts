import { canonicalJson, isJsonObject, type JsonObject } from '@modegate/json';
import type { JsonRpcFailure, JsonRpcRequest, JsonRpcSuccess } from '@modegate/json-rpc';
import { INPUT_METHODS } from '@modegate/json-rpc/mcp';
import { type WireError, wireError } from '../json-rpc/wire-errors.ts';
import { invalidParam } from '../requests/params.ts';
import { askClient, type Question } from './client-requests.ts';
import type { InputExchange, ParkedQuestion, PendingRequest } from './pending-request.ts';
import { respond } from './respond.ts';
import { releaseSlot, type ServedConnection } from './served-connection.ts';

// Of one connection. What waits for people is held in memory, with its params.
const MAX_PARKED = 64;
const MAX_PARKED_CHARACTERS = 16 * 1024 * 1024;

/** How long a request is kept that waits for the client's next try; people take their time. */
const PARKED_MS = 660_000;

/**
 * Asks the client something for a request without a session: the question goes out as the answer to the try that waits, and the handler goes
 * on when the next try has brought the answer. The state that the client sends back is a key to what is kept here and holds nothing itself;
 * it works once, on this connection alone, and so only for the same principal at the same path.
 *
 * @throws {WireError} INVALID_REQUEST when this request cannot ask, the client did not say that it can answer, or too many requests wait.
 */
export async function askByInputRequired(
  served: ServedConnection,
  pending: PendingRequest,
  question: Question,
): Promise<JsonObject> {
  const exchange = pending.exchange ?? beginExchange(served, pending);
  const key = keyOf(exchange, question);
  const park = (id: number): void => {
    exchange.questions.set(key, { ...question, id });
    parkSoon(served, exchange);
  };
  return askClient(served.parkedQuestions, { ...question, park, unpark: () => exchange.questions.delete(key) });
}

/** The name under which a question goes out; no two that are open share one. */
function keyOf(exchange: InputExchange, { key: wished }: Question): string {
  let key = wished;
  while (key === undefined || exchange.questions.has(key)) {
    exchange.asked++;
    key = `question-${exchange.asked}`;
  }
  return key;
}

/** Whether a request says that it goes on with an earlier one. */
export function isRetry({ session, request: { method, params } }: PendingRequest): boolean {
  return session.isStateless && params?.requestState !== undefined && INPUT_METHODS.has(method);
}

/**
 * Lets the request that a try belongs to go on with the answers that it brings.
 *
 * @throws {WireError} INVALID_PARAMS when there is no such request, it asked for something else, or an answer is malformed; then nothing has happened.
 */
export function resumeExchange(served: ServedConnection, pending: PendingRequest): void {
  const { params = {} } = pending.request;
  const { requestState: state, inputResponses: answers = {} } = params;
  const exchange = typeof state === 'string' ? served.parked.get(state) : undefined;
  if (typeof state !== 'string' || exchange === undefined) throw unknownState();
  if (exchange.fingerprint !== fingerprintOf(pending.request)) throw otherRequest();
  if (!isJsonObject(answers)) throw invalidParam('inputResponses', 'an object', answers);
  const answered = [...exchange.questions].filter(([key]) => Object.hasOwn(answers, key));
  for (const [key, { method }] of answered) checkAnswer(`inputResponses.${key.slice(0, 100)}`, method, answers[key]);
  served.parked.delete(state);
  exchange.stopClock();
  take(served, exchange, pending);
  for (const [key, question] of answered) {
    exchange.questions.delete(key);
    served.parkedQuestions.settle({ id: question.id, result: answers[key] });
  }
  // What is still unanswered is asked again.
  if (exchange.answer !== undefined) answerExchange(served, exchange.origin, exchange.answer);
  else parkSoon(served, exchange);
}

/** Answers a request for good: by way of the try that waits, or else when the next one comes. */
export function answerExchange(
  served: ServedConnection,
  origin: PendingRequest,
  answer: JsonRpcSuccess | JsonRpcFailure,
): void {
  const { exchange } = origin;
  const current = exchange === undefined ? origin : exchange.current;
  if (exchange !== undefined && current === undefined) exchange.answer = answer;
  if (current !== undefined) respond(served, current, { ...answer, id: current.request.id });
}

function beginExchange(served: ServedConnection, origin: PendingRequest): InputExchange {
  const { method } = origin.request;
  if (!INPUT_METHODS.has(method))
    throw wireError('INVALID_REQUEST', `'${method}' cannot ask the client anything.`, { method });
  const fingerprint = fingerprintOf(origin.request);
  const all = exchangesOf(served);
  const held = [...all].reduce((sum, each) => sum + each.fingerprint.length, fingerprint.length);
  if (all.size >= MAX_PARKED || held > MAX_PARKED_CHARACTERS)
    throw wireError(
      'INVALID_REQUEST',
      'Too many requests are already waiting for answers from their clients. Try again later.',
    );
  const exchange: InputExchange = {
    origin,
    fingerprint,
    questions: new Map(),
    current: origin,
    hasReleasedSlot: false,
    answer: undefined,
    asked: 0,
    stopClock: () => undefined,
  };
  origin.exchange = exchange;
  return exchange;
}

/** Those that wait for the client, and those that a try has gone on with. */
function exchangesOf({ parked, pending }: ServedConnection): ReadonlySet<InputExchange> {
  return new Set([...parked.values(), ...[...pending.values()].flatMap(({ exchange }) => exchange ?? [])]);
}

/** Questions of one turn go out together. */
function parkSoon(served: ServedConnection, exchange: InputExchange): void {
  setImmediate(() => {
    const { current, questions } = exchange;
    if (current !== undefined && questions.size > 0 && served.open) park(served, exchange, current);
  });
}

function park(served: ServedConnection, exchange: InputExchange, current: PendingRequest): void {
  // 122 random bits: who was not sent it cannot guess it.
  const requestState = crypto.randomUUID();
  const inputRequests = Object.fromEntries([...exchange.questions].map(([key, question]) => [key, shown(question)]));
  if (!current.cancelled) keepParked(served, requestState, exchange);
  exchange.current = undefined;
  exchange.hasReleasedSlot = current.place === 'withoutSlot';
  current.progress.stop();
  const result = { resultType: 'input_required', inputRequests, requestState };
  respond(served, current, { jsonrpc: '2.0', id: current.request.id, result });
}

function keepParked(served: ServedConnection, state: string, exchange: InputExchange): void {
  served.parked.set(state, exchange);
  exchange.stopClock = served.options.schedule(() => served.parked.delete(state), PARKED_MS);
}

function shown({ method, params }: ParkedQuestion): JsonObject {
  return { method, params };
}

function take(served: ServedConnection, exchange: InputExchange, pending: PendingRequest): void {
  exchange.current = pending;
  pending.exchange = exchange;
  // What waited for another program before waits for it still.
  if (exchange.hasReleasedSlot) releaseSlot(served, pending);
}

/** What a request asks for, without what may differ between tries. */
function fingerprintOf({ method, params = {} }: JsonRpcRequest): string {
  const { _meta, requestState: _state, inputResponses: _answers, ...asked } = params;
  const text = canonicalJson({ method, asked });
  if (text === undefined)
    throw wireError(
      'INVALID_REQUEST',
      'The params are nested too deeply for a request that asks the client for input.',
    );
  return text;
}

function checkAnswer(param: string, method: string, answer: unknown): void {
  // MCP 2026-07-28: a bare result; one inside an envelope is none.
  if (!isJsonObject(answer) || 'method' in answer || 'result' in answer)
    throw invalidParam(param, `the bare result of '${method}'`, answer);
  const { action } = answer;
  if (method === 'elicitation/create' && action !== 'accept' && action !== 'decline' && action !== 'cancel')
    throw invalidParam(`${param}.action`, '"accept", "decline" or "cancel"', action);
}

function unknownState(): WireError {
  const message =
    'This requestState is not known: it has been used, has expired, or was issued to someone else. Send the request again without it.';
  return wireError('INVALID_PARAMS', message, { param: 'requestState' });
}

function otherRequest(): WireError {
  const message = 'This requestState belongs to a request with other params. Repeat them as they were.';
  return wireError('INVALID_PARAMS', message, { param: 'requestState' });
}
