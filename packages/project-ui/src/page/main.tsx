import { englishStrings } from '@modegate/restrictions-editor/views';
import type { ReactElement } from 'react';
import { createRoot } from 'react-dom/client';
import { createApi } from './api.ts';
import { ProjectPage } from './app.tsx';
import { LoginForm } from './login-form.tsx';
import { takeToken } from './page-token.ts';
import './page.css';

const place = document.querySelector<HTMLElement>('#root') ?? document.body;
const root = createRoot(place);
if (place.dataset.door === 'token') root.render(<LoginForm />);
else
  takeToken(englishStrings).then(
    (token) =>
      root.render(
        token === undefined ? (
          <Locked reason={englishStrings.openAddress} />
        ) : (
          <ProjectPage api={createApi(token, englishStrings)} />
        ),
      ),
    (error: unknown) => root.render(<Locked reason={error instanceof Error ? error.message : String(error)} />),
  );

/** The page shown when no token is available. */
function Locked({ reason }: { readonly reason: string }): ReactElement {
  return (
    <main className="mge-surface ui-locked">
      <h1>{englishStrings.product}</h1>
      <p role="alert">{reason}</p>
      <p className="mge-muted">{englishStrings.howToOpen('modes-server ui')}</p>
    </main>
  );
}
