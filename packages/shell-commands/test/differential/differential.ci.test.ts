import { availableParallelism } from 'node:os';
import { describe, expect, test } from 'vitest';
import { findMissing } from './run-scripts.ts';
import { addFigures, type Figures, generateScripts, tryScripts } from './try-scripts.ts';

const missing = findMissing();
const title = 'what real shells do is in the analysis';

async function tryMany(shell: 'bash' | 'sh', seed: number, count: number): Promise<Figures> {
  const scripts = generateScripts(seed, count);
  const size = Math.ceil(count / availableParallelism());
  const pieces = Array.from({ length: availableParallelism() }, (_, index) =>
    scripts.slice(index * size, (index + 1) * size),
  );
  return addFigures(await Promise.all(pieces.map((piece) => tryScripts(shell, piece))));
}

describe.skipIf(missing !== undefined)(missing === undefined ? title : `${title} (${missing})`, () => {
  test.each([
    ['bash', 2000],
    ['sh', 500],
  ] as const)('the analysis agrees with %s on %d scripts', { timeout: 120_000 }, async (shell, count) => {
    const figures = await tryMany(shell, 26, count);
    expect(figures.differences).toEqual([]);
    // Otherwise, the test would have compared almost nothing.
    expect(figures.readable / count).toBeGreaterThan(0.2);
    expect(figures.ran / count).toBeGreaterThan(0.1);
    expect(figures.literalPrograms / count).toBeGreaterThan(0.1);
    expect(figures.literalFiles / count).toBeGreaterThan(0.03);
  });
});
