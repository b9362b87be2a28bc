import { createRoot } from 'react-dom/client';
import { createApi } from './api.ts';
import { App } from './app.tsx';
import { Locked } from './locked.tsx';
import { takeToken } from './take-token.ts';
import './page.css';

const root = createRoot(document.querySelector('#root') ?? document.body);
takeToken().then(
  (token) => root.render(token === undefined ? <Locked /> : <App api={createApi(token)} />),
  (error: unknown) => root.render(<Locked reason={error instanceof Error ? error.message : String(error)} />),
);
