import { cpus, loadavg, platform, release, totalmem } from 'node:os';

/** What the numbers were measured on. */
export function describeMachine() {
  const processors = cpus();
  return {
    cpu: processors[0]?.model.trim() ?? 'unknown',
    cores: processors.length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    system: `${platform()} ${release()}`,
    node: process.version,
    // Other work on the machine shows here, and in the numbers.
    load: Number(loadavg()[0]?.toFixed(2) ?? 0),
  };
}
