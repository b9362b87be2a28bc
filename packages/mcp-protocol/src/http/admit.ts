import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Authorise, HttpAdmission, HttpRefusal } from './admission.ts';

/** Without authentication, requests come from no principal. */
type Judgement =
  | HttpAdmission
  | HttpRefusal
  | {
      readonly kind: 'admitted';
      readonly principal?: undefined;
      readonly rights?: undefined;
      readonly opens?: undefined;
      readonly charge?: undefined;
      readonly release?: undefined;
    };

interface Door {
  readonly bearerToken: string | undefined;
  readonly authorise: Authorise | undefined;
}

/** Whether a request is admitted, by its headers. */
export async function admit({ bearerToken, authorise }: Door, headers: IncomingHttpHeaders): Promise<Judgement> {
  if (!isTheToken(headers.authorization, bearerToken)) {
    const message = 'A bearer token is required';
    return { kind: 'refused', status: 401, message, headers: { 'WWW-Authenticate': 'Bearer' } };
  }
  return authorise === undefined ? { kind: 'admitted' } : authorise(headers);
}

function isTheToken(authorization: string | undefined, token: string | undefined): boolean {
  if (token === undefined) return true;
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`));
}
