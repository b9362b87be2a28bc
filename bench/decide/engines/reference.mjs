import { decideByReference } from '../reference.mjs';

/** The reference itself, for scale: rules read one by one, expressions built on each call. */
export const reference = {
  title: 'reference, naive',
  rules: 'as written',
  namesRule: 'no',
  setUp: (world) => ({ translate: (request) => request, ask: (request) => decideByReference(world, request) }),
};
