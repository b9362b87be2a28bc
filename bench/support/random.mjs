/** A seeded source of numbers in [0, 1) (mulberry32), so that every run asks the same questions. */
export function createRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One of the values, each as likely as the others. */
export function pick(random, values) {
  return values[Math.floor(random() * values.length)];
}

/** Some of the values, each at most once. */
export function pickSome(random, values, count) {
  const left = [...values];
  return Array.from({ length: count }, () => left.splice(Math.floor(random() * left.length), 1)[0]);
}
