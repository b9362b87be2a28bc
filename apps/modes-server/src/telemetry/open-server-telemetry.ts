import type { Log } from '@modegate/cli-kit';
import type { Telemetry } from '@modegate/telemetry/sdk';
import { readTelemetrySettings } from '@modegate/telemetry/settings';
import type { ModesHttpSettings } from '../settings/http-settings.ts';
import { version } from '../version.ts';

/**
 * Opens telemetry as specified by the OpenTelemetry variables, and opens the metrics page over HTTP; returns undefined
 * and loads nothing if neither is requested.
 */
export async function openServerTelemetry(
  http: Pick<ModesHttpSettings, 'hasMetrics'> | undefined,
  log: Pick<Log, 'warning'>,
): Promise<Telemetry | undefined> {
  const settings = readTelemetrySettings(process.env);
  const hasPage = http?.hasMetrics === true;
  const onProblem = (message: string) => log.warning(message);
  if (!hasPage && settings.traces === undefined && settings.metrics === undefined) {
    for (const problem of settings.problems) onProblem(problem);
    return undefined;
  }
  const { openTelemetry } = await import('@modegate/telemetry/sdk');
  return openTelemetry({ settings, serviceName: 'modes-server', version, hasPage, onProblem });
}
