import { boundedLabel } from '@modegate/telemetry';
import { openTelemetry } from '@modegate/telemetry/sdk';
import { readTelemetrySettings } from '@modegate/telemetry/settings';
import { expect, onTestFinished, test } from 'vitest';

async function open() {
  const telemetry = await openTelemetry({
    settings: readTelemetrySettings({}),
    serviceName: 'test',
    version: '1',
    hasPage: true,
    onProblem: () => undefined,
  });
  onTestFinished(() => telemetry.close());
  if (telemetry.metrics === undefined || telemetry.readPage === undefined) throw new Error('There is no page');
  return { metrics: telemetry.metrics, readPage: telemetry.readPage };
}

test('a label accepts a limited number of distinct values and counts all others together', () => {
  const label = boundedLabel(2);
  expect(['a', 'b', 'c', 'a', 'd'].map(label)).toEqual(['a', 'b', 'other', 'a', 'other']);
  expect(boundedLabel()('x'.repeat(1_000))).toHaveLength(100);
});

test('external names never make the metrics page grow without bound', async () => {
  const { metrics, readPage } = await open();
  for (let index = 0; index < 5_000; index += 1) {
    metrics.decided({ mode: `mode-${index}`, allowed: true });
    metrics.requestEnded({ method: `made/up-${index}`, outcome: 'ok', durationMs: 1 });
    metrics.serverCallEnded({ server: `server-${index}`, method: 'tools/call', outcome: 'ok', durationMs: 1 });
  }
  const page = await readPage();
  expect(page.match(/^modegate_decisions_total\{/gm)).toHaveLength(201);
  expect(page).toContain('modegate_decisions_total{mode="other",outcome="allowed"} 4800');
  expect(page.match(/^modegate_request_duration_seconds_count\{/gm)).toEqual([
    'modegate_request_duration_seconds_count{',
  ]);
  expect(page.match(/^modegate_server_call_duration_seconds_count\{/gm)).toHaveLength(201);
});

test('the metrics page omits unreadable metrics and shows the rest', async () => {
  const { metrics, readPage } = await open();
  metrics.gauge('broken', { description: 'Broken.', read: () => Promise.reject(new Error('no')) });
  metrics.gauge('works', { description: 'Works.', read: () => new Map([['up', 2]]) });
  const page = await readPage();
  expect(page).toContain('works{state="up"} 2');
  expect(page).not.toContain('broken{');
  expect(page).toMatch(/process_resident_memory_bytes \d+/);
});
