import * as z from 'zod';
import { modePattern } from '../principal.ts';

/** Defaults for omitted keys. */
export const authDefaults = {
  algorithms: ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'],
  clockTolerance: 30,
  nameClaim: 'sub',
  modesClaim: 'scope',
  limits: { requests_per_second: 100, burst: 200, concurrent: 256 },
} as const;

const LOOPBACK: readonly string[] = ['127.0.0.1', 'localhost', '[::1]'];

/** Over plain HTTP, anyone on the network path could inject their own keys. */
function isSafeUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  const isSafe = protocol === 'https:' || (protocol === 'http:' && LOOPBACK.includes(hostname));
  return isSafe && username === '' && password === '';
}

const safeUrl = () =>
  z
    .string()
    .max(2_000)
    .refine(isSafeUrl, 'expected an https URL without a user name or password (http on loopback only)');

/** A claim, specified by its name or by the keys that lead to it. */
const claim = () =>
  z.union([z.string().min(1), z.array(z.string().min(1)).min(1).max(10)], {
    error: 'expected the name of a claim, or a list of keys that form the path to the claim',
  });

const mode = () => z.string().regex(modePattern, 'expected a mode slug, which may contain the wildcards * and ?');

// All of them asymmetric: with a symmetric algorithm, anyone who can verify a token can create one.
const jwtAlgorithms = [
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

const jwtSchema = () =>
  z.strictObject({
    issuer: z.string().min(1).max(2_000),
    audience: z.string().min(1).max(2_000),
    jwks_uri: safeUrl(),
    algorithms: z
      .array(z.enum(jwtAlgorithms, { error: `expected one of ${jwtAlgorithms.join(', ')}` }))
      .min(1)
      .optional(),
    clock_tolerance: z.number().min(0).max(300).optional(),
    type: z.string().min(1).max(100).optional(),
    name_claim: claim().optional(),
    modes_claim: claim().optional(),
    modes: z.record(z.string().min(1), z.array(mode()).min(1)).optional(),
    metrics: z.string().min(1).max(200).optional(),
    edit_modes: z.string().min(1).max(200).optional(),
  });

/** Returns the schema for the `auth` section of the configuration file. */
export const authSchema = () =>
  z.strictObject({
    tokens_file: z.string().min(1).nullable().optional(),
    resource_url: safeUrl().nullable().optional(),
    jwt: jwtSchema().nullable().optional(),
    limits: z
      .strictObject({
        requests_per_second: z.number().min(0.01).max(1_000_000).optional(),
        burst: z.number().int().min(1).max(1_000_000).optional(),
        concurrent: z.number().int().min(1).max(100_000).optional(),
      })
      .optional(),
  });

/** Descriptions of the keys in the `auth` section, for editors. */
export const authKeys: Readonly<Record<string, string>> = {
  tokens_file: 'The token file. Null: use the token file in the state folder.',
  resource_url: 'The URL that clients use to connect. Null: use the audience if it is a URL.',
  jwt: 'Also accept these JWTs. Null: accept no JWTs.',
  'jwt.issuer': 'Issuer of the JWTs, compared character by character.',
  'jwt.audience': 'Audience that the JWTs must have.',
  'jwt.jwks_uri': "URL of the issuer's keys: https, or http on loopback.",
  'jwt.algorithms': 'The allowed signature algorithms. Default: RS256, PS256, ES256, EdDSA and Ed25519.',
  'jwt.clock_tolerance': 'Maximum clock difference, in seconds. Default: 30.',
  'jwt.type': 'Required value of `typ` in the JWT header, such as at+jwt. Default: any value.',
  'jwt.name_claim': 'The claim that identifies the bearer, or the keys that form the path to the claim. Default: sub.',
  'jwt.modes_claim':
    'The claim that gives access to modes, or the keys that form the path to the claim. Default: scope.',
  'jwt.modes': 'The modes that each claim value gives access to.',
  'jwt.metrics': 'The claim value that gives access to /metrics.',
  'jwt.edit_modes': 'The claim value that allows the bearer to change modes on the --ui page.',
  limits: 'Request limits for each principal.',
  'limits.requests_per_second': 'Sustained requests per second.',
  'limits.burst': 'Maximum burst of requests after a quiet period.',
  'limits.concurrent': 'Concurrent requests, including open streams.',
};
