import { type Authenticator, authFailure, toErrorResponse } from '@modegate/principals/open';

const source = { metadataUrl: undefined, scopes: [] };

/** Take `Bearer <name>`: ann may use every mode, bob those that begin with `a`; `ann-hooks` and `bob-hooks` are their tokens for hooks. */
export const principals: Authenticator = {
  authenticate: async ({ authorization = '' }) => {
    const [name, kind] = String(authorization).replace('Bearer ', '').split('-');
    if (name !== 'ann' && name !== 'bob')
      return toErrorResponse(authFailure('TOKEN_MISSING', 'A token is required'), source);
    const rest = { mayReadMetrics: false, mayEditModes: false, credential: name, expiresAtMs: undefined };
    return {
      kind: 'principal',
      id: name,
      name,
      modes: name === 'ann' ? ['*'] : ['a*'],
      ...rest,
      isForHooks: kind === 'hooks',
    };
  },
  authoriseMetrics: async () => toErrorResponse(authFailure('METRICS_NOT_ALLOWED', 'Not yours'), source),
  review: async () => () => 'holds',
  admit: () => ({ kind: 'admission', charge: async () => undefined, release: () => undefined }),
  refuseMode: ({ id }, mode) =>
    id === 'ann' || mode.startsWith('a')
      ? undefined
      : toErrorResponse(authFailure('MODE_NOT_ALLOWED', 'The token does not give access to this mode'), source),
  metadataAt: () => undefined,
};
