import type { PathLookup, ResolvedPath } from './path-lookup.ts';

/**
 * Yields the locations that links below folders lead to; if one leads to a folder, the links below that folder follow.
 * Request the next location only if the last one is allowed, so that no folder outside a limit is searched.
 */
export function* findLinkedPaths(
  places: readonly ResolvedPath[],
  { locate, linksBelow = () => [] }: PathLookup,
): Generator<ResolvedPath> {
  const seen = new Set(places.map(({ absolute }) => absolute));
  const pending = places.filter(isFolder);
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    for (const place of linksBelow(folder.absolute).flatMap(locate)) {
      if (seen.has(place.absolute)) continue;
      seen.add(place.absolute);
      yield place;
      if (isFolder(place)) pending.push(place);
    }
  }
}

function isFolder({ kind }: ResolvedPath): boolean {
  return kind === 'folder';
}
