import { ConnectedModeEditor } from '@modegate/restrictions-editor';
import { connectByHttp } from '@modegate/restrictions-editor/messages';
import { createRoot } from 'react-dom/client';

const parameters = new URLSearchParams(location.search);
const mode = parameters.get('mode') ?? 'docs';
document.documentElement.dataset.theme = parameters.get('theme') ?? 'light';
const client = connectByHttp('/editor', { modeSlug: mode, pollMs: 100 });
const root = document.querySelector('#root');
if (root !== null) createRoot(root).render(<ConnectedModeEditor client={client} mode={mode} />);
