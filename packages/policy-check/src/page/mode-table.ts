import { plainName } from '../grid/plain-name.ts';
import { type Markup, markup } from './markup.ts';
import { type ModePicture, pictureGroups, type ServerPicture } from './mode-picture.ts';
import { wordsOfGroup } from './mode-words.ts';
import { shownName } from './shown-name.ts';

const columns = { read: 'Read', edit: 'Edit', browser: 'Browser', command: 'Commands', mcp: 'MCP servers' } as const;

/**
 * Renders all modes in a table: the access to each group, and the number of bypasses of the restrictions. The modes
 * link to `#mode-1` and so on.
 */
export function modeTable(modes: readonly ModePicture[]): Markup {
  const groups = pictureGroups.filter((group) => group !== 'always');
  return markup`<div class="mgr-scroll" role="group" aria-label="Modes at a glance" tabindex="0"><table class="mgr-glance"><thead><tr><th scope="col">Mode</th>${groups.map((group) => markup`<th scope="col">${columns[group]}</th>`)}<th scope="col">Ways around</th></tr></thead>
<tbody>${modes.map(
    (
      mode,
      index,
    ) => markup`<tr><th scope="row"><a href="#mode-${index + 1}">${shownName(plainName(mode.name))}</a></th>${groups.map(
      (group) => {
        const own = mode.groups.find((one) => one.group === group);
        if (own === undefined) return markup`<td></td>`;
        const words = group === 'mcp' && own.state !== 'closed' ? serversInWords(mode.servers) : wordsOfGroup(own);
        return markup`<td data-state="${own.state}">${words}</td>`;
      },
    )}<td${mode.ways.length > 0 ? markup` data-state="way"` : undefined}>${mode.ways.length === 0 ? 'none known' : mode.ways.length}</td></tr>
`,
  )}</tbody></table></div>`;
}

function serversInWords(servers: readonly ServerPicture[]): string {
  const reached = servers.filter(({ state }) => state !== 'closed').length;
  return servers.length === 0 ? 'no servers known' : `${reached} of ${servers.length}`;
}
