import { ConnectedModeEditor } from '@modegate/restrictions-editor';
import { connectByMessages } from '@modegate/restrictions-editor/messages';
import { createRoot } from 'react-dom/client';

declare function acquireVsCodeApi(): { readonly postMessage: (message: unknown) => void };

const vscode = acquireVsCodeApi();
const client = connectByMessages({
  post: (message) => vscode.postMessage(message),
  listen(listener) {
    const heard = ({ data }: MessageEvent) => listener(data);
    addEventListener('message', heard);
    return () => removeEventListener('message', heard);
  },
});
const root = document.querySelector<HTMLElement>('#root');
if (root !== null) createRoot(root).render(<ConnectedModeEditor client={client} mode={root.dataset.mode ?? ''} />);
