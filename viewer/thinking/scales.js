// Where a value stands on its slider: even steps, even factors, or fine around zero and coarse at the ends.

const MANY_DECADES = 50; // high / low from which even factors serve better than even steps
const FAR_END = 20; // the same for ranges that include 0: an end that is this many usual values away
const SNAP = 0.01; // share of a slider within which it takes the usual value itself
const DIGITS = 3; // of a value that is set with a slider; the field beside it takes any

const EVEN = { to: (value) => value, from: (place) => place };
const FACTORS = { to: Math.log, from: Math.exp };

/**
 * The scale of a slider.
 * @param {{low: number, high: number, kind: string, digits?: number}} parameter  digits of its values
 * @param {number} usual  the value around which differences matter
 * @returns {{share: (value: number) => number, value: (share: number, to: number|null) => number}}  share 0 is `low`, 1
 *   is `high`; a value that snaps `to` another is that for all shares close by, which a hand needs and a key must leave
 */
export function sliderScale({ low, high, kind, digits = DIGITS }, usual) {
  const { to, from } = shape(low, high, Math.abs(usual));
  const [first, last] = [to(low), to(high)];
  const shareOf = (value) => (to(within(value, low, high)) - first) / (last - first);
  const isNear = (share, value) => value >= low && value <= high && Math.abs(share - shareOf(value)) < SNAP;
  const round = kind === "int" ? Math.round : (value) => Number(value.toPrecision(digits));
  return {
    share: shareOf,
    value: (share, end = null) => end !== null && isNear(share, end) ? end : within(round(from(first + share * (last - first))), low, high),
  };
}

/** Whether equal ways on the slider are equal factors. */
export function goesByFactors(low, high) {
  return low > 0 && high / low >= MANY_DECADES;
}

function shape(low, high, usual) {
  if (low > 0) return goesByFactors(low, high) ? FACTORS : EVEN;
  if (usual === 0 || Math.max(high, -low) < FAR_END * usual) return EVEN;
  return { to: (value) => Math.asinh(value / usual), from: (place) => usual * Math.sinh(place) };
}

function within(value, low, high) {
  return Math.min(Math.max(value, low), high);
}
