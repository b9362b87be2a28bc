import { type GatewayPlace, isShared } from './gateway-place.ts';
import { type SharedConnections, shareConnections } from './join-connections.ts';
import { answerShared, type GatewayQuestions } from './shared-questions.ts';

/** The part of all servers that principals share, and what their gateways have to do with it. */
export interface SharedPlace {
  readonly place: GatewayPlace;
  /** Adds a gateway's questions; returns how to take them away. */
  readonly addQuestions: (questions: GatewayQuestions) => () => void;
  readonly connections: () => SharedConnections | undefined;
}

/** The place of the gateway that has the servers which all share. It has no clients of its own. */
export function createSharedPlace(): SharedPlace {
  const questions = new Set<GatewayQuestions>();
  let shared: SharedConnections | undefined;
  return {
    place: {
      principalId: undefined,
      own: (entries) => entries.filter(isShared),
      join: (own) => {
        shared = shareConnections(own);
        return own;
      },
      answer: () => answerShared(() => [...questions]),
    },
    addQuestions: (added) => {
      questions.add(added);
      return () => void questions.delete(added);
    },
    connections: () => shared,
  };
}
