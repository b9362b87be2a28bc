// Collection and export; loaded only if configured.
export { type OpenTelemetryOptions, openTelemetry, type Telemetry } from './open-telemetry.ts';
