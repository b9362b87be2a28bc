import { defined } from '@modegate/json';
import type { StandingSetting } from '../standing-setting.ts';
import type { ProfileChange } from './profile-change.ts';

/** Compares, in two states of a profile, the settings that take effect without a call, such as hooks and servers. */
export function compareStanding(
  profile: string,
  [before, after]: readonly [readonly StandingSetting[], readonly StandingSetting[]],
): readonly ProfileChange[] {
  const [then, now] = [before, after].map((settings) => new Map(settings.map((one) => [one.key, one])));
  const keys = new Set([...after, ...before].map(({ key }) => key));
  return [...keys].flatMap((key) => compareSetting(profile, then?.get(key), now?.get(key)));
}

function compareSetting(
  profile: string,
  before: StandingSetting | undefined,
  after: StandingSetting | undefined,
): readonly ProfileChange[] {
  if (before?.does === after?.does && before?.weight === after?.weight) return [];
  const change = { direction: directionOf(before, after), profiles: [profile] };
  if (after !== undefined) {
    const instead = before === undefined ? '' : `; before: ${before.does}`;
    return [{ ...change, what: `now ${after.does}${instead}`, rule: ruleOf(after) }];
  }
  if (before === undefined) return [];
  const doubt = before.mayRefuse === true ? ', and it is unknown which calls it refused' : '';
  return [{ ...change, what: `no longer ${before.does}${doubt}`, formerly: ruleOf(before) }];
}

function directionOf(
  before: StandingSetting | undefined,
  after: StandingSetting | undefined,
): ProfileChange['direction'] {
  if (after === undefined && before?.mayRefuse === true) return 'unknown';
  const [less, more] = [before, after].map((one) => (one === undefined ? 0 : one.weight));
  if (less === undefined || more === undefined) return 'unknown';
  if (less !== more) return more > less ? 'granted' : 'tightened';
  return more > 0 ? 'granted' : 'other';
}

function ruleOf({ key, weight = 0, file, line }: StandingSetting): NonNullable<ProfileChange['rule']> {
  const effect = weight < 0 ? 'deny' : 'allow';
  return { rule: key, effect, ...defined({ file, line }) };
}
