/** Serves over HTTP, with a server and a transport for each session. */
export function serveSessions(http, makeServer, makeTransport) {
  const transports = new Map();
  const open = async () => {
    const transport = makeTransport((id, opened) => void transports.set(id, opened));
    await makeServer().connect(transport);
    return transport;
  };
  const answer = async (request, response) => {
    const transport = transports.get(request.headers['mcp-session-id']) ?? (await open());
    await transport.handleRequest(request, response);
  };
  http.on('request', (request, response) => void answer(request, response).catch(() => response.destroy()));
  listen(http);
}

/** Says on stderr where it serves. */
export function listen(http) {
  http.listen(0, '127.0.0.1', () => process.stderr.write(`Serving on http://127.0.0.1:${http.address().port}/mcp\n`));
}
