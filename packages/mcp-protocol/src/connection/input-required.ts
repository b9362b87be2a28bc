import { canonicalJson, isJsonObject, type JsonObject } from '@modegate/json';
import type { JsonRpcFailure, JsonRpcRequest, JsonRpcSuccess } from '@modegate/json-rpc';
import { INPUT_METHODS } from '@modegate/json-rpc/mcp';
import { type WireError, wireError } from '../json-rpc/wire-errors.ts';
import { invalidParam } from '../requests/params.ts';
import { askClient, type Question } from './client-requests.ts';
import type { InputExchange, ParkedQuestion, PendingRequest } from './pending-request.ts';
import { respond } from './respond.ts';
import { releaseSlot, type ServedConnection } from './served-connection.ts';

// Maximum number of suspended exchanges per connection; exchanges that are waiting for people are held in memory,
// together with their params.
const MAX_SUSPENDED = 64;
const MAX_PARKED_CHARACTERS = 16 * 1024 * 1024;

/** Time limit for the client's retry; long, because people need time to answer. */
const SUSPENDED_MS = 660_000;

/**
 * Asks the client for input within a stateless request: the question is sent as the response to the current attempt,
 * and the handler continues when a retry brings the answer. The state that the client returns is only a key to the
 * exchange stored here; the key works only once and only on this connection, and therefore only for the same principal
 * and path.
 *
 * @throws {WireError} INVALID_REQUEST if this request cannot ask questions, the client did not declare the capability,
 * or too many exchanges are waiting.
 */
export async function askByInputRequired(
  served: ServedConnection,
  pending: PendingRequest,
  question: Question,
): Promise<JsonObject> {
  const exchange = pending.exchange ?? beginExchange(served, pending);
  const key = keyOf(exchange, question);
  const register = (id: number): void => {
    exchange.questions.set(key, { ...question, id });
    suspendSoon(served, exchange);
  };
  return askClient(served.suspendedQuestions, {
    ...question,
    register,
    unregister: () => exchange.questions.delete(key),
  });
}

/** Returns the name of a question; the name is unique among the open questions. */
function keyOf(exchange: InputExchange, { key: wished }: Question): string {
  let key = wished;
  while (key === undefined || exchange.questions.has(key)) {
    exchange.asked++;
    key = `question-${exchange.asked}`;
  }
  return key;
}

/** True if a request continues an earlier request. */
export function isRetry({ session, request: { method, params } }: PendingRequest): boolean {
  return session.isStateless && params?.requestState !== undefined && INPUT_METHODS.has(method);
}

/**
 * Resumes the exchange to which a retry belongs, using the answers in the retry.
 *
 * @throws {WireError} INVALID_PARAMS if there is no such exchange, the exchange belongs to another request, or an
 * answer is malformed; in any of these cases, nothing changes.
 */
export function resumeExchange(served: ServedConnection, pending: PendingRequest): void {
  const { params = {} } = pending.request;
  const { requestState: state, inputResponses: answers = {} } = params;
  const exchange = typeof state === 'string' ? served.suspended.get(state) : undefined;
  if (typeof state !== 'string' || exchange === undefined) throw unknownState();
  if (exchange.fingerprint !== fingerprintOf(pending.request)) throw otherRequest();
  if (!isJsonObject(answers)) throw invalidParam('inputResponses', 'an object', answers);
  const answered = [...exchange.questions].filter(([key]) => Object.hasOwn(answers, key));
  for (const [key, { method }] of answered) checkAnswer(`inputResponses.${key.slice(0, 100)}`, method, answers[key]);
  served.suspended.delete(state);
  exchange.stopClock();
  take(served, exchange, pending);
  for (const [key, question] of answered) {
    exchange.questions.delete(key);
    served.suspendedQuestions.settle({ id: question.id, result: answers[key] });
  }
  // Unanswered questions are asked again.
  if (exchange.answer !== undefined) answerExchange(served, exchange.origin, exchange.answer);
  else suspendSoon(served, exchange);
}

/**
 * Sends the final response to a request through the current attempt or, if no attempt is waiting, through the next
 * attempt.
 */
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
    throw wireError('INVALID_REQUEST', `'${method}' cannot request input from the client.`, { method });
  const fingerprint = fingerprintOf(origin.request);
  const all = exchangesOf(served);
  const held = [...all].reduce((sum, each) => sum + each.fingerprint.length, fingerprint.length);
  if (all.size >= MAX_SUSPENDED || held > MAX_PARKED_CHARACTERS)
    throw wireError(
      'INVALID_REQUEST',
      'Too many requests are already waiting for responses from their clients. Try again later.',
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

/** Returns the exchanges that are waiting for the client, and those that an attempt has resumed. */
function exchangesOf({ suspended, pending }: ServedConnection): ReadonlySet<InputExchange> {
  return new Set([...suspended.values(), ...[...pending.values()].flatMap(({ exchange }) => exchange ?? [])]);
}

/** Delays the suspension so that the questions of one turn are sent together. */
function suspendSoon(served: ServedConnection, exchange: InputExchange): void {
  setImmediate(() => {
    const { current, questions } = exchange;
    if (current !== undefined && questions.size > 0 && served.open) suspend(served, exchange, current);
  });
}

function suspend(served: ServedConnection, exchange: InputExchange, current: PendingRequest): void {
  // The 122 random bits make the state impossible to guess.
  const requestState = crypto.randomUUID();
  const inputRequests = Object.fromEntries([...exchange.questions].map(([key, question]) => [key, shown(question)]));
  if (!current.cancelled) keepParked(served, requestState, exchange);
  exchange.current = undefined;
  exchange.hasReleasedSlot = current.stage === 'slotReleased';
  current.progress.stop();
  const result = { resultType: 'input_required', inputRequests, requestState };
  respond(served, current, { jsonrpc: '2.0', id: current.request.id, result });
}

function keepParked(served: ServedConnection, state: string, exchange: InputExchange): void {
  served.suspended.set(state, exchange);
  exchange.stopClock = served.options.schedule(() => served.suspended.delete(state), SUSPENDED_MS);
}

function shown({ method, params }: ParkedQuestion): JsonObject {
  return { method, params };
}

function take(served: ServedConnection, exchange: InputExchange, pending: PendingRequest): void {
  exchange.current = pending;
  pending.exchange = exchange;
  // If the handler was already waiting for another program, it is still waiting.
  if (exchange.hasReleasedSlot) releaseSlot(served, pending);
}

/** Returns the content of a request without the parts that may differ between attempts. */
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
  // MCP 2026-07-28: the bare result, not wrapped in an envelope.
  if (!isJsonObject(answer) || 'method' in answer || 'result' in answer)
    throw invalidParam(param, `the result of '${method}' without an envelope`, answer);
  const { action } = answer;
  if (method === 'elicitation/create' && action !== 'accept' && action !== 'decline' && action !== 'cancel')
    throw invalidParam(`${param}.action`, '"accept", "decline" or "cancel"', action);
}

function unknownState(): WireError {
  const message =
    'This requestState is not valid: it was already used, has expired, or was issued to someone else. Send the request again without it.';
  return wireError('INVALID_PARAMS', message, { param: 'requestState' });
}

function otherRequest(): WireError {
  const message = 'This requestState belongs to a request with other params. Repeat the request with the same params.';
  return wireError('INVALID_PARAMS', message, { param: 'requestState' });
}
