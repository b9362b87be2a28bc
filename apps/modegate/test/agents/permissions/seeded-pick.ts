/** Takes some values of a list in a random order, the same ones in every run. */
export type Pick = <T>(values: readonly T[], count: number) => readonly T[];

/** Returns a picker whose choices follow from a seed. */
export function seededPick(seed: number): Pick {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return (values, count) => {
    const left = [...values];
    const taken = [];
    while (taken.length < count && left.length > 0) taken.push(...left.splice(Math.floor(next() * left.length), 1));
    return taken;
  };
}
