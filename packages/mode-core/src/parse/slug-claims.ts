import { isJsonObject } from '@modegate/json';
import { nearestName } from '@modegate/nearest-name';

/** Normalises a slug by removing differences in case, spaces and punctuation. */
export function foldSlug(slug: string): string {
  if (slug.length <= maxLength && isFolded.test(slug)) return slug;
  return slug
    .slice(0, maxLength)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
}

const maxLength = 200;
// True for nearly every slug; the test costs a fraction of what the replacements cost.
const isFolded = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/**
 * Returns normalised slugs that the author of an entry without a usable slug may have intended: taken from `slug`, from
 * a similar key, or from either of these in a merge key; otherwise, taken from the mode's name.
 */
export function guessSlugs(raw: unknown): readonly string[] {
  if (!isJsonObject(raw)) return foldAll([raw]);
  const merged = [raw['<<']].flat().filter(isJsonObject);
  const written = [raw, ...merged].flatMap((mapping) =>
    Object.keys(mapping).flatMap((key) => (isLikeSlug(key) ? [mapping[key]] : [])),
  );
  const texts = foldAll(written);
  return texts.length > 0 ? texts : foldAll([raw.name]);
}

function isLikeSlug(key: string): boolean {
  return key === 'slug' || key.toLowerCase() === 'id' || nearestName(key, ['slug']) !== undefined;
}

function foldAll(values: readonly unknown[]): readonly string[] {
  const texts = values.flat().filter((value) => typeof value === 'string' || typeof value === 'number');
  return [...new Set(texts.map((text) => foldSlug(String(text))))].filter((slug) => slug !== '');
}
