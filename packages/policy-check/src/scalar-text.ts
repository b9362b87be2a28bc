import type { ValueSpan } from './source/value-span.ts';

/** A text as it may stand in place of a scalar, in the quotes of the old one where they can hold it; undefined for a block. */
export function writeScalar(value: string, { style }: ValueSpan): string | undefined {
  if (style === 'block' || style === 'flow' || style === 'partial') return undefined;
  if (!/^[^\p{C}\u2028\u2029]*$/u.test(value) || style === 'double') return JSON.stringify(value);
  // Only what cannot be anything but text stays without quotes.
  if (style === 'plain' && /^[A-Za-z\\^(.][\w\\^$().|/*+?-]*$/.test(value) && !isOtherScalar(value)) return value;
  return `'${value.replaceAll("'", "''")}'`;
}

function isOtherScalar(value: string): boolean {
  return /^(?:true|false|null|yes|no|on|off|y|n|\.inf|\.nan|[-+.]?[\d.][\w.+-]*)$/i.test(value);
}
