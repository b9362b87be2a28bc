/** The middle value; of an even number of values, the mean of the two in the middle. */
export function median(values) {
  return quantile(values, 0.5);
}

/** The value below which a share of the values lies, between neighbours by linear interpolation. */
export function quantile(values, share) {
  const sorted = [...values].sort((left, right) => left - right);
  const at = (sorted.length - 1) * share;
  const below = sorted[Math.floor(at)];
  const above = sorted[Math.ceil(at)];
  return below + (above - below) * (at - Math.floor(at));
}
