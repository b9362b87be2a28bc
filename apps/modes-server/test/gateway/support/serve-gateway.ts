import { writeInto } from '@modegate/cli-kit/testing';
import { serveHttp } from '@modegate/mcp-protocol/http';
import { createModesServer } from '../../../src/server.ts';
import { resolveSettings } from '../../../src/settings/settings.ts';
import type { SettingsFlags } from '../../../src/settings/settings-reader.ts';
import { createPlace, type Place, testModes } from './gateway.ts';
import type { ServerEntry } from './upstreams.ts';

/** A gateway in this process, behind HTTP. */
export interface ServedGateway {
  readonly url: string;
  readonly place: Place;
  readonly close: () => Promise<void>;
}

/** Serves a gateway over HTTP. */
export async function serveGateway(options: {
  readonly servers: Readonly<Record<string, ServerEntry>>;
  readonly flags: SettingsFlags;
}): Promise<ServedGateway> {
  const place = createPlace();
  const { project, home, stateDir } = place;
  writeInto(project, '.roomodes', testModes);
  const serversFile = writeInto(home, 'servers.json', JSON.stringify({ mcpServers: options.servers }));
  const places = { projectRoot: project, globalConfigDir: home, stateDir, servers: [serversFile] };
  const quiet = () => undefined;
  const { server } = createModesServer({
    settings: resolveSettings({ ...places, ...options.flags }, {}),
    log: { debug: quiet, info: quiet, warning: quiet, error: quiet, close: quiet },
  });
  const serving = await serveHttp(server);
  return {
    url: serving.url,
    place,
    close: async () => {
      await serving.close();
      await server.close();
    },
  };
}
