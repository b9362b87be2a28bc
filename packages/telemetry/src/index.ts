// Used by running servers; requires only the OpenTelemetry API. Collection and export are in ./sdk.
export { boundedLabel } from './bounded-label.ts';
export { createMetrics, type Metrics, type RequestMeasure, type ServerCallMeasure } from './metrics.ts';
export { observeProcess } from './process-metrics.ts';
export { createTracing, type RequestTracer } from './tracing.ts';
