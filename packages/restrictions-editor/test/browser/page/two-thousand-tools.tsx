import { McpRestrictionsEditor } from '@modegate/restrictions-editor';
import {
  compileDraft,
  type EditorProject,
  filterRows,
  listRows,
  type McpRestrictionsValue,
  openProject,
} from '@modegate/restrictions-editor/model';
import { type ReactElement, useLayoutEffect, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';

// For `node bench/run.mjs editor`: 20 servers with 100 tools each, in the editor or as a plain list that draws every row.
const offered = Array.from({ length: 20 }, (_, server) => ({
  name: `server_${server}`,
  tools: Array.from({ length: 100 }, (_tool, index) => ({
    name: `tool_${server}_${index}`,
    description: 'Does one thing.',
  })),
}));
const mode = { slug: 'docs', name: 'Docs', roleDefinition: 'r', groups: ['read', 'mcp'] };
const project: EditorProject = {
  edited: { layer: 'project', file: '.roomodes', text: JSON.stringify({ customModes: [mode] }, undefined, 2) },
  servers: offered.map(({ name }) => ({ name })),
  offered,
};

function Editor(): ReactElement {
  const [value, setValue] = useState<McpRestrictionsValue>();
  return <McpRestrictionsEditor project={project} mode="docs" value={value} onChange={setValue} />;
}

/** The same rows by the same model, without a virtual list, without panels. */
function PlainList(): ReactElement {
  const [search, setSearch] = useState('');
  const rows = useMemo(() => {
    const opened = openProject(project);
    return listRows(compileDraft(opened, { slug: 'docs', groups: ['read', 'mcp'] }));
  }, []);
  return (
    <div>
      <input type="search" value={search} onChange={(event) => setSearch(event.target.value)} />
      <ul>
        {filterRows(rows, { filter: 'all', search }).flatMap((row) =>
          row.tools.map(({ server, tool, description, decision, origin }) => (
            <li key={`${server}/${tool}`}>
              <label>
                <input type="checkbox" readOnly checked={decision.allowed} /> {tool} <span>{description}</span>{' '}
                <span>{origin.kind}</span>
              </label>
            </li>
          )),
        )}
      </ul>
    </div>
  );
}

const measured = globalThis as unknown as { firstPaintMs?: number; keyMs: number[] };
measured.keyMs = [];

/** Calls back after the next frame has been painted. */
function afterPaint(done: () => void): void {
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = done;
    port2.postMessage(undefined);
  });
}

const isPlain = new URLSearchParams(location.search).has('plain');
addEventListener('keydown', ({ timeStamp }) => afterPaint(() => measured.keyMs.push(performance.now() - timeStamp)), {
  capture: true,
});
const begun = performance.now();

/** Notes when what is in it has been drawn and painted. */
function Measured({ children }: { readonly children: ReactElement }): ReactElement {
  useLayoutEffect(
    () =>
      afterPaint(() => {
        measured.firstPaintMs = performance.now() - begun;
      }),
    [],
  );
  return children;
}

const root = document.querySelector('#root');
if (root !== null) createRoot(root).render(<Measured>{isPlain ? <PlainList /> : <Editor />}</Measured>);
