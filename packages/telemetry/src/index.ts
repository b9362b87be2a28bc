// What the servers call while they work: the API of OpenTelemetry and nothing else of it. What collects and sends is in ./sdk.
export { boundedLabel } from './bounded-label.ts';
export { createMetrics, type Metrics, type RequestMeasure, type ServerCallMeasure } from './metrics.ts';
export { observeProcess } from './process-metrics.ts';
export { createTracing, type Tracing } from './tracing.ts';
