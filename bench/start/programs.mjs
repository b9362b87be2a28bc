import { fileURLToPath } from 'node:url';

/** The program as it is built now, and beside it an earlier build when MODEGATE_BENCH_BEFORE names its `dist/cli.js`. */
export const programs = [
  { title: 'modegate', file: fileURLToPath(new URL('../../apps/modegate/dist/cli.js', import.meta.url)) },
  ...(process.env.MODEGATE_BENCH_BEFORE === undefined
    ? []
    : [{ title: 'before', file: process.env.MODEGATE_BENCH_BEFORE }]),
];
