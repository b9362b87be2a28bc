// Loaded into the servers of a soak run: collects garbage when it is asked, and tells what is left of the heap.
process.on('message', () => {
  globalThis.gc();
  process.send?.(process.memoryUsage().heapUsed);
});
// No server outlives the run.
process.on('disconnect', () => process.exit());
// Being asked must not keep a server alive that its client has left.
process.channel?.unref();
