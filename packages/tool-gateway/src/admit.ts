import type { CallContext } from './call-context.ts';
import type { GatewayParts, SessionStanding } from './gateway.ts';
import type { DecisionRecord, GatewayDecision, GatewayRefusal } from './gateway-decision.ts';
import { GatewayError } from './gateway-error.ts';
import type { JsonObject } from './json-object.ts';
import type { Standing } from './judge.ts';

/** What a request is about at one moment, and what is decided about it. */
export interface Judged {
  readonly server: string;
  /** The upstream's own name of what is asked for. */
  readonly subject: string;
  /** The name by which the client asked for it. */
  readonly shownName: string;
  readonly decision: GatewayDecision;
}

/** A request on its way through {@link admit}. */
export interface Admission<Seen extends Judged> {
  readonly context: CallContext;
  /** How the session stands whose mode decides; absent when that of the connection does. */
  readonly readSession: (() => Promise<SessionStanding>) | undefined;
  readonly tool: DecisionRecord['tool'];
  readonly params: unknown;
  readonly judge: (standing: Standing) => Seen;
  /** Begins what must happen before, and resolves with the refusal when nothing came of it; undefined when nothing must happen. */
  readonly prepare: (seen: Seen) => Promise<GatewayRefusal | undefined> | undefined;
  readonly forward: (seen: Seen) => Promise<JsonObject>;
}

/**
 * Judges a request, records the decision and forwards it. Whatever had to be waited for in between, the request is judged
 * again in the very step that forwards it.
 *
 * @throws {GatewayError} REFUSED.
 */
export async function admit<Seen extends Judged>(parts: GatewayParts, admission: Admission<Seen>): Promise<JsonObject> {
  const { context, readSession, judge, prepare, forward } = admission;
  let session = readSession === undefined ? undefined : await readSession();
  let recorded: Moment | undefined;
  for (;;) {
    const standing = parts.standing(context.connectionId, session);
    const seen = judge(standing);
    const moment = { standing, seen };
    if (!seen.decision.allowed) throw await refuse(parts, admission, { ...moment, refusal: seen.decision });
    const preparing = prepare(seen);
    if (preparing !== undefined) {
      const refusal = await preparing;
      if (refusal !== undefined) throw await refuse(parts, admission, { ...moment, refusal });
    } else {
      if (recorded !== undefined && isSame(recorded, moment)) return forward(seen);
      const recording = record(parts, admission, { ...moment, decision: seen.decision });
      if (recording === undefined) return forward(seen);
      await recording;
      recorded = moment;
    }
    if (readSession !== undefined) session = await readSession();
  }
}

interface Moment {
  readonly standing: Standing;
  readonly seen: Judged;
}

// What an allowance depends on beside the request itself: two moments that share it are one decision, recorded once.
function isSame(before: Moment, now: Moment): boolean {
  return (
    before.standing.policy === now.standing.policy &&
    before.standing.mode === now.standing.mode &&
    before.standing.sessionId === now.standing.sessionId &&
    before.seen.server === now.seen.server
  );
}

function record<Seen extends Judged>(
  { options }: GatewayParts,
  { context, tool, params }: Admission<Seen>,
  { standing, seen, decision }: Moment & { readonly decision: GatewayDecision },
): Promise<void> | undefined {
  const { mode, sessionId } = standing;
  const { server, subject } = seen;
  return options.record({
    connectionId: context.connectionId,
    sessionId,
    mode,
    tool,
    server,
    subject,
    decision,
    params,
  });
}

async function refuse<Seen extends Judged>(
  parts: GatewayParts,
  admission: Admission<Seen>,
  { standing, seen, refusal }: Moment & { readonly refusal: GatewayRefusal },
): Promise<GatewayError> {
  await record(parts, admission, { standing, seen, decision: refusal });
  const data = { refusal, subject: seen.shownName, mode: standing.mode };
  return new GatewayError('REFUSED', refusal.reason, { data });
}
