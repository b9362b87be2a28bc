import type { Metrics } from './metrics.ts';

/** Measures the process: memory, CPU time, and event loop utilisation. */
export function observeProcess(metrics: Metrics): void {
  let before = performance.eventLoopUtilization();
  metrics.gauge('process.resident.memory.bytes', {
    description: 'Memory used by the process, in bytes.',
    read: () => process.memoryUsage.rss(),
  });
  metrics.gauge('process.cpu.seconds', {
    description: 'CPU time that the process has used, in seconds.',
    read: () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1_000_000;
    },
  });
  metrics.gauge('nodejs.eventloop.utilization', {
    description: 'Share of the time since the last measurement during which the event loop was busy, from 0 to 1.',
    read: () => {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, before);
      before = now;
      return utilization;
    },
  });
}
