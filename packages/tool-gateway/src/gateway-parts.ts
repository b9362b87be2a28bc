import type { JsonObject } from '@modegate/json';
import type { KeyedSemaphore } from '@modegate/timing';
import type { AskUser } from './clients/ask-user.ts';
import type { Subscriptions } from './clients/subscriptions.ts';
import type { AccessContext, SessionMode } from './decisions/access-context.ts';
import type { DecisionRecord } from './decisions/gateway-decision.ts';
import type { Upstreams } from './open-upstreams.ts';
import type { ToolTrust } from './trust/tool-trust.ts';

/** The parts of a gateway that the ways of requests share. */
export interface GatewayParts extends Upstreams {
  readonly trust: Pick<ToolTrust, 'question' | 'approve' | 'judgeInstructions'>;
  readonly askUser: AskUser;
  readonly subscriptions: Subscriptions;
  /** Unanswered requests of each server: one that hangs takes nothing from the others. */
  readonly concurrency: KeyedSemaphore;
  /** What decides about a request of a connection now, or of the session that it speaks for; `capabilities` are those of the request, where it has its own. */
  readonly access: (connectionId: string, session?: SessionMode, capabilities?: JsonObject) => AccessContext;
  /** Keeps a decision; a call waits for what it returns. */
  readonly record: (decision: DecisionRecord) => Promise<void> | undefined;
}
