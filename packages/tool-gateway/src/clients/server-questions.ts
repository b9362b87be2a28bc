import { randomUUID } from 'node:crypto';
import { isJsonObject, type JsonObject } from '@modegate/json';
import { type AnswerServer, type RequestInput, RpcError } from '@modegate/mcp-host/connections';
import { stripTask } from '../catalogue/strip-task-support.ts';
import { quotedLine, quotedLines } from '../trust/safe-text.ts';
import { withClientErrors } from '../wire-errors.ts';
import type { ClientRequest } from './client-request.ts';
import { type AddedClient, findMissingAbility } from './gateway-client.ts';

/** Routes servers' questions to the right client. */
export interface ServerQuestions {
  /** Registers a running request: questions from its server go to its client. The returned function unregisters it. */
  begin(server: string, request: ClientRequest): () => void;
  /** True while a call to a server is active, in which case questions from that server may belong to the call. */
  isCalling(server: string): boolean;
  /**
   * Answers a server's request with a client's response.
   *
   * @throws {RpcError} -32600 if no client can be asked, or if it is unclear which client to ask; -32601 for a method
   * that clients do not handle.
   */
  readonly answer: AnswerServer;
  /**
   * Returns the questions that a stateless server may ask for one request, limited to the capabilities and the user of
   * its client. Errors are the same as those of `answer`.
   */
  inputOf(server: string, request: ClientRequest, recheck: RequestInput['recheck']): RequestInput;
  /** Returns the server and the params for a client's progress on an answer; undefined for other progress. */
  progressFor(
    connectionId: string,
    params: JsonObject,
  ): { readonly server: string; readonly params: JsonObject } | undefined;
}

// Users need time to answer; the server may have a shorter time limit.
const ANSWER_TIMEOUT_MS = 600_000;

const METHODS: ReadonlySet<string> = new Set(['sampling/createMessage', 'elicitation/create', 'roots/list']);

/** Creates the routing. `clients` contains the current clients by connection and is read for each question. */
export function createServerQuestions(clients: ReadonlyMap<string, AddedClient>): ServerQuestions {
  const running = new Map<string, Set<ClientRequest>>();
  const tokens = createProgressTokens();
  return {
    begin: (server, request) => {
      const requests = running.get(server) ?? new Set();
      running.set(server, requests);
      requests.add(request);
      return () => {
        requests.delete(request);
        if (requests.size === 0 && running.get(server) === requests) running.delete(server);
      };
    },
    isCalling: (server) => running.has(server),
    inputOf: (...asked) => new ClientInput(...asked),
    answer: async (...[server, method, params, { signal }]) => {
      const question = openQuestion({ server, method, params });
      const request = callingClient(running.get(server), question);
      const client = request ?? idleClient(clients, question);
      const passed = tokens.give(server, client.connectionId, signedParams(question));
      try {
        return await withClientErrors(() =>
          'ask' in client
            ? client.ask({ method, params: passed.params, signal })
            : client.request(method, passed.params, { timeoutMs: ANSWER_TIMEOUT_MS, signal }),
        );
      } finally {
        passed.end();
      }
    },
    progressFor: tokens.find,
  };
}

interface Question {
  readonly server: string;
  readonly method: string;
  readonly params: JsonObject;
}

/** Key in `_meta` for the name of the server that asks the question; replaces the server's own value. */
const SERVER_KEY = 'io.github.modegate/server';

/**
 * Maximum length of a question; a longer question is truncated, because it could push the server's name off the screen.
 */
const MAX_MESSAGE_LENGTH = 4_000;

/** Begins the question with the name of the server that asks it, before any text from the server. */
function signedParams({ server, method, params }: Question): JsonObject {
  const meta = isJsonObject(params._meta) ? params._meta : {};
  const signed = { ...params, _meta: { ...meta, [SERVER_KEY]: server } };
  if (method !== 'elicitation/create') return signed;
  const message = typeof params.message === 'string' ? params.message : '';
  return {
    ...signed,
    message: `The server ${quotedLine(server, 100)} asks: ${quotedLines(message, MAX_MESSAGE_LENGTH)}`,
  };
}

// A question asked during calls from two clients is ambiguous, and may contain information that only one of them should
// see.
function callingClient(running: ReadonlySet<ClientRequest> | undefined, question: Question): ClientRequest | undefined {
  const all = [...(running ?? [])];
  const ids = new Set<unknown>(all.map((request) => (request.isShared ? request : request.connectionId)));
  if (ids.size > 1) throw unreachable(question, 'Calls from more than one client are active.');
  const request = all.at(-1);
  if (request === undefined) return undefined;
  assertAble(request, question);
  return request;
}

function assertAble({ clientCapabilities }: ClientRequest, question: Question): void {
  const missing = findMissingAbility(question.method, question.params, clientCapabilities);
  if (missing !== undefined)
    throw unreachable(question, `The client that is calling the server did not declare '${missing}'.`);
}

/** Prepares a server's question. @throws {RpcError} -32601 for a method that clients do not handle. */
function openQuestion({ server, method, params }: Question): Question {
  if (METHODS.has(method)) return { server, method, params: stripTask(params) };
  throw new RpcError(METHOD_NOT_FOUND, `'${method.slice(0, 100)}' is not passed on to clients.`, { method });
}

// A class is used because one instance is created per request and most servers never use it.
class ClientInput implements RequestInput {
  readonly recheck: RequestInput['recheck'];
  private readonly server: string;
  private readonly request: ClientRequest;

  constructor(server: string, request: ClientRequest, recheck: RequestInput['recheck']) {
    this.server = server;
    this.request = request;
    this.recheck = recheck;
  }

  get capabilities(): JsonObject {
    return capabilitiesOf(this.request);
  }

  /** Without a session, all questions in a result are sent together. */
  get asksConcurrently(): boolean {
    return this.request.isStateless;
  }

  async answer(...[method, params, { key, signal }]: Parameters<RequestInput['answer']>): Promise<JsonObject> {
    const { request } = this;
    const question = openQuestion({ server: this.server, method, params });
    assertAble(request, question);
    const signed = signedParams(question);
    const asked = request.isStateless ? signed : withElicitationId(signed);
    return withClientErrors(() => request.request(method, asked, { timeoutMs: ANSWER_TIMEOUT_MS, key, signal }));
  }
}

/** Returns a client's capabilities that concern servers; roots are not offered if there is no session. */
function capabilitiesOf({ clientCapabilities, isStateless }: ClientRequest): JsonObject {
  const { sampling, elicitation, roots } = clientCapabilities;
  return {
    ...(isJsonObject(sampling) ? { sampling } : {}),
    ...(isJsonObject(elicitation) ? { elicitation } : {}),
    ...(isJsonObject(roots) && !isStateless ? { roots: {} } : {}),
  };
}

/**
 * Adds an id to a question that opens a page: such questions have an id in MCP 2025-11-25 (client/elicitation, URL
 * mode), but not in 2026-07-28.
 */
function withElicitationId(params: JsonObject): JsonObject {
  return params.mode === 'url' && params.elicitationId === undefined
    ? { ...params, elicitationId: randomUUID() }
    : params;
}

function idleClient(clients: ReadonlyMap<string, AddedClient>, question: Question): AddedClient {
  const { server, method, params } = question;
  const all = [...clients.values()].filter(({ isStateless }) => isStateless !== true);
  const able = all.filter(({ capabilities }) => findMissingAbility(method, params, capabilities) === undefined);
  if (able.length === 0) throw unreachable(question, 'No client declared support for this request.');
  // Roots are requested while a server starts, before its client has a mode; they reveal only the client's folders.
  const open = able.filter(({ maySee }) => method === 'roots/list' || maySee(server));
  const [only, other] = open;
  if (only === undefined) throw unreachable(question, "No client's mode allows the server.");
  if (other !== undefined)
    throw unreachable(question, 'More than one client is connected, but none is calling the server.');
  return only;
}

const METHOD_NOT_FOUND = -32_601;

// MCP 2025-11-25 (client/sampling, client/elicitation): the response to an unsupported method is a rejection, not a
// failure.
function unreachable({ server, method }: Question, why: string): RpcError {
  return new RpcError(-32_600, `No client can answer '${method}' from the server '${server}'. ${why}`, { method });
}

/** Replaces the progress token of each question with the gateway's own, since two servers may choose the same token. */
function createProgressTokens() {
  const questions = new Map<
    string,
    { readonly server: string; readonly connectionId: string; readonly token: unknown }
  >();
  let last = 0;
  return {
    give: (server: string, connectionId: string, params: JsonObject) => {
      const meta = isJsonObject(params._meta) ? params._meta : {};
      const { progressToken: token } = meta;
      if (token === undefined) return { params, end: () => undefined };
      last += 1;
      const progressToken = `upstream-${last}`;
      questions.set(progressToken, { server, connectionId, token });
      const end = () => void questions.delete(progressToken);
      return { params: { ...params, _meta: { ...meta, progressToken } }, end };
    },
    find: (connectionId: string, params: JsonObject) => {
      const question = typeof params.progressToken === 'string' ? questions.get(params.progressToken) : undefined;
      if (question?.connectionId !== connectionId) return undefined;
      return { server: question.server, params: { ...params, progressToken: question.token } };
    },
  };
}
