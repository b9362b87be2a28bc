/**
 * Permitted JWT algorithms, all of them asymmetric. With a symmetric algorithm, anyone who can verify a token can
 * create one.
 */
export const jwtAlgorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
] as const;

/** One of {@link jwtAlgorithms}. */
export type JwtAlgorithm = (typeof jwtAlgorithms)[number];
