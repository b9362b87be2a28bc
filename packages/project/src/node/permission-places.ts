/**
 * Returns a predicate that is true for paths at the given locations, in any folder. Files in installed packages are
 * ignored, because nobody starts an agent there.
 */
export function isAtPlace(places: readonly string[]): (path: string) => boolean {
  const pattern = placesPattern(places);
  return (path) => pattern.test(path) && !/(?:^|\/)node_modules\//.test(path);
}

/**
 * Returns the folder in which an agent must be started to read a file, if the file is at one of the agent's locations;
 * undefined for any other file. Paths have forward slashes.
 */
export function permissionStartOf(path: string, places: readonly string[]): string | undefined {
  const match = placesPattern(places).exec(path);
  return match === null ? undefined : (match[1] ?? '');
}

/** The first capture group is the folder that precedes a location. */
function placesPattern(places: readonly string[]): RegExp {
  const patterns = places.map((place) =>
    place
      .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('**/', '(?:.+/)?')
      .replaceAll('*', '[^/]+'),
  );
  return new RegExp(`^(?:(.*)/)?(?:${patterns.join('|')})$`);
}
