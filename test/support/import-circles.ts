import { posix } from 'node:path';
import { importedSpecifiers, type PackageFile } from './import-edges.ts';

/**
 * Files that import each other, directly or by way of others, type-only imports included: one list for each circle, its files sorted.
 * An import of a file that is not given counts for nothing.
 */
export function findCircles(sources: readonly PackageFile[]): readonly (readonly string[])[] {
  const graph = new Map(sources.map((source) => [source.file, relativeImports(source)]));
  const walk: Walk = { graph, order: new Map(), lowest: new Map(), open: [], circles: [] };
  for (const file of graph.keys()) if (!walk.order.has(file)) visit(file, walk);
  return walk.circles;
}

function relativeImports({ file, text }: PackageFile): readonly string[] {
  return importedSpecifiers(text, file.endsWith('.tsx') ? 'tsx' : 'ts')
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => posix.join(posix.dirname(file), specifier));
}

interface Walk {
  readonly graph: ReadonlyMap<string, readonly string[]>;
  /** When a file was first seen. */
  readonly order: Map<string, number>;
  /** The earliest open file that a file leads back to. */
  readonly lowest: Map<string, number>;
  /** Files whose circle is not closed yet. */
  readonly open: string[];
  readonly circles: (readonly string[])[];
}

/** Tarjan's strongly connected components. */
function visit(file: string, walk: Walk): number {
  const { graph, order, lowest, open } = walk;
  const own = order.size;
  order.set(file, own);
  lowest.set(file, own);
  open.push(file);
  for (const next of graph.get(file) ?? []) {
    if (!graph.has(next)) continue;
    const reached = order.has(next) ? (open.includes(next) ? (order.get(next) ?? own) : own) : visit(next, walk);
    lowest.set(file, Math.min(lowest.get(file) ?? own, reached));
  }
  if (lowest.get(file) === own) close(file, walk);
  return lowest.get(file) ?? own;
}

function close(file: string, { graph, open, circles }: Walk): void {
  const members = open.splice(open.indexOf(file));
  const isCircle = members.length > 1 || graph.get(file)?.includes(file) === true;
  if (isCircle) circles.push(members.toSorted());
}
