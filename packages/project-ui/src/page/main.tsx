import { createRoot } from 'react-dom/client';
import { createApi } from './api.ts';
import { App } from './app.tsx';
import { Locked } from './locked.tsx';
import { englishStrings } from './parts/strings.ts';
import { takeToken } from './take-token.ts';
import { TokenDoor } from './token-door.tsx';
import './page.css';

const place = document.querySelector<HTMLElement>('#root') ?? document.body;
const root = createRoot(place);
if (place.dataset.door === 'token') root.render(<TokenDoor />);
else
  takeToken(englishStrings).then(
    (token) => root.render(token === undefined ? <Locked /> : <App api={createApi(token, englishStrings)} />),
    (error: unknown) => root.render(<Locked reason={error instanceof Error ? error.message : String(error)} />),
  );
