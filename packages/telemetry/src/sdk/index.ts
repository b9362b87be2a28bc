// What collects and sends. Loaded where something is configured.
export { type OpenTelemetryOptions, openTelemetry, type Telemetry } from './open-telemetry.ts';
