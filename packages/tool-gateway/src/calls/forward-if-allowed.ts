import type { JsonObject } from '@modegate/json';
import type { ClientRequest } from '../clients/client-request.ts';
import type { AccessContext, SessionMode } from '../decisions/access-context.ts';
import {
  type DecisionRecord,
  type GatewayDecision,
  type GatewayRefusal,
  refuseByState,
} from '../decisions/gateway-decision.ts';
import { GatewayError } from '../gateway-error.ts';
import type { GatewayParts } from '../gateway-parts.ts';

/** Requests of all clients that one server may leave unanswered before more are refused. */
export const MAX_UNANSWERED = 512;

/** The thing that a request asks for at one moment, and the decision about it. */
export interface JudgedTarget {
  readonly server: string;
  /** The server's own name of what is asked for. */
  readonly subject: string;
  /** The name by which the client asked for it. */
  readonly shownName: string;
  readonly decision: GatewayDecision;
}

/** A request on its way through {@link forwardIfAllowed}. */
export interface JudgedRequest<Target extends JudgedTarget> {
  readonly request: ClientRequest;
  /** Reads the session whose mode decides; undefined when that of the connection does. */
  readonly readSession: (() => Promise<SessionMode>) | undefined;
  /** The agent's tool of the same meaning. */
  readonly tool: DecisionRecord['tool'];
  /** The arguments that are recorded. */
  readonly params: unknown;
  readonly judge: (access: AccessContext) => Target;
  /** Begins what must happen before, and resolves with the refusal when nothing came of it; undefined when nothing must happen. */
  readonly prepare: (target: Target) => Promise<GatewayRefusal | undefined> | undefined;
  /** `recheck` judges again: to be called before the server is sent the request once more. */
  readonly forward: (target: Target, recheck: () => Promise<void>) => Promise<JsonObject>;
}

/**
 * Judges a request, records the decision and forwards it. Whatever had to be waited for in between, the request is judged
 * again in the very step that forwards it. Of requests that one server leaves unanswered there is a limit; until it answers, a request
 * takes no place among those of its connection.
 *
 * @throws {GatewayError} REFUSED.
 */
export async function forwardIfAllowed<Target extends JudgedTarget>(
  parts: Pick<GatewayParts, 'access' | 'record' | 'concurrency'>,
  judged: JudgedRequest<Target>,
): Promise<JsonObject> {
  const evaluation: Evaluation<Target> = { parts, judged, progress: { recorded: undefined, leave: undefined } };
  try {
    return await whenAllowed(evaluation, (target) =>
      judged.forward(target, async () => whenAllowed(evaluation, async (now) => stayWith(target, now))),
    );
  } finally {
    evaluation.progress.leave?.();
  }
}

/** What one request keeps from one judgement to the next. */
interface EvaluationState {
  recorded: Judgement | undefined;
  leave: (() => void) | undefined;
}

interface Evaluation<Target extends JudgedTarget> {
  readonly parts: Pick<GatewayParts, 'access' | 'record' | 'concurrency'>;
  readonly judged: JudgedRequest<Target>;
  readonly progress: EvaluationState;
}

// Not an async function: most requests wait for nothing, and need no promise but that of the answer.
function whenAllowed<Target extends JudgedTarget, Result>(
  evaluation: Evaluation<Target>,
  forward: (target: Target) => Promise<Result>,
): Promise<Result> {
  const step = evaluation.judged.readSession === undefined ? judgeNow(evaluation, undefined) : undefined;
  return step === undefined || step instanceof Promise ? afterWaiting(evaluation, step, forward) : forward(step);
}

async function afterWaiting<Target extends JudgedTarget, Result>(
  evaluation: Evaluation<Target>,
  first: Promise<void> | undefined,
  forward: (target: Target) => Promise<Result>,
): Promise<Result> {
  const { readSession } = evaluation.judged;
  if (first !== undefined) await first;
  for (;;) {
    const session = readSession === undefined ? undefined : await readSession();
    const step = judgeNow(evaluation, session);
    if (!(step instanceof Promise)) return await forward(step);
    await step;
  }
}

/** What may be forwarded in this very step; otherwise what has to be waited for first, which rejects when the request is refused. */
function judgeNow<Target extends JudgedTarget>(
  { parts, judged, progress }: Evaluation<Target>,
  session: SessionMode | undefined,
): Target | Promise<void> {
  const { request, judge, prepare } = judged;
  const capabilities = request.isStateless ? request.clientCapabilities : undefined;
  const access = parts.access(request.connectionId, session, capabilities);
  const target = judge(access);
  const judgement = { access, target };
  if (!target.decision.allowed) return refuse(parts, judged, { ...judgement, refusal: target.decision });
  progress.leave ??= parts.concurrency.tryAcquire(target.server);
  if (progress.leave === undefined) return refuse(parts, judged, { ...judgement, refusal: busy(target.server) });
  request.releaseSlot();
  const preparing = prepare(target);
  if (preparing !== undefined)
    return preparing.then((refusal) =>
      refusal === undefined ? undefined : refuse(parts, judged, { ...judgement, refusal }),
    );
  if (progress.recorded !== undefined && isSame(progress.recorded, judgement)) return target;
  const recording = record(parts, judged, { access, target, decision: target.decision });
  progress.recorded = judgement;
  return recording ?? target;
}

/** A request that a server answers in several rounds stays with that server. */
function stayWith(before: JudgedTarget, now: JudgedTarget): void {
  if (now.server === before.server && now.subject === before.subject) return;
  const message = `The server '${before.server.slice(0, 100)}' stopped having '${before.shownName}' during this request. Try again.`;
  throw new GatewayError('SERVER_RESTARTING', message, { data: { server: before.server, retryAt: undefined } });
}

interface Judgement {
  readonly access: AccessContext;
  readonly target: JudgedTarget;
}

// What an allowance depends on beside the request itself: two judgements that share it are one decision, recorded once.
function isSame(before: Judgement, now: Judgement): boolean {
  return (
    before.access.policy === now.access.policy &&
    before.access.mode === now.access.mode &&
    before.access.sessionId === now.access.sessionId &&
    before.target.server === now.target.server
  );
}

function record<Target extends JudgedTarget>(
  parts: Pick<GatewayParts, 'access' | 'record'>,
  { request, tool, params }: JudgedRequest<Target>,
  { access, target, decision }: Judgement & { readonly decision: GatewayDecision },
): Promise<void> | undefined {
  const { connectionId, requestId } = request;
  const { mode, sessionId } = access;
  const { server, subject } = target;
  return parts.record({ connectionId, requestId, sessionId, mode, tool, server, subject, decision, params });
}

async function refuse<Target extends JudgedTarget>(
  parts: Pick<GatewayParts, 'access' | 'record'>,
  judged: JudgedRequest<Target>,
  { access, target, refusal }: Judgement & { readonly refusal: GatewayRefusal },
): Promise<never> {
  await record(parts, judged, { access, target, decision: refusal });
  const data = { refusal, subject: target.shownName, server: target.server, mode: access.mode };
  throw new GatewayError('REFUSED', refusal.reason, { data });
}

function busy(server: string): GatewayRefusal {
  return refuseByState(
    'SERVER_BUSY',
    `The server '${server.slice(0, 100)}' has not answered ${MAX_UNANSWERED} earlier requests, so it gets no more. Wait for one of them or cancel it, then try again.`,
  );
}
