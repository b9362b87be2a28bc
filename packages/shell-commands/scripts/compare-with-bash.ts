// Compares the analysis of generated scripts with the behaviour of a real shell.
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { addFigures, type Figures, generateScripts, tryScripts } from '../test/differential/try-scripts.ts';

const batchSize = 250;

const { values } = parseArgs({
  options: {
    shell: { type: 'string', default: 'bash' },
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '2000' },
  },
});
const shell = values.shell === 'sh' ? 'sh' : 'bash';
const batches = Array.from(
  { length: Math.ceil(Number(values.count) / batchSize) },
  (_, index) => Number(values.seed) + index,
);
const done: Figures[] = [];

await Promise.all(
  Array.from({ length: availableParallelism() }, async () => {
    for (let seed = batches.shift(); seed !== undefined; seed = batches.shift()) {
      const figures = await tryScripts(shell, generateScripts(seed, batchSize));
      for (const difference of figures.differences) console.log(JSON.stringify({ shell, seed, ...difference }));
      done.push(figures);
    }
  }),
);
const { differences, ...figures } = addFigures(done);
console.log(JSON.stringify({ ...figures, differences: differences.length }));
process.exitCode = differences.length === 0 ? 0 : 1;
