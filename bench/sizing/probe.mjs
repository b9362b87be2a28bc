// Loaded into the measured server with --import and --expose-gc: on SIGUSR2 it collects garbage and says on stderr what is left.
process.on('SIGUSR2', () => {
  for (let round = 0; round < 3; round++) globalThis.gc();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.stderr.write(`MEMORY ${JSON.stringify({ rss, live: heapUsed + external })}\n`);
});
