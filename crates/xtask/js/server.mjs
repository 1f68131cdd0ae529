// A static host for the site: under a strict content security policy, below any path, without caching.
// `node server.mjs DIR PORT` serves until its standard input ends.
import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';
import sirv from 'sirv';

/** What the site must work under: no script and no style but from files of its own. */
export const POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'";

/**
 * Serves a folder on loopback.
 * @param {string} dir the folder
 * @param {{port?: number, base?: string}} options the port, 0 for any; the path below which the site stands
 * @returns {Promise<{url: string, close: () => void}>} the address of the site
 */
export function serve(dir, { port = 0, base = '/' } = {}) {
  const answer = sirv(dir, { dev: true, setHeaders: (response) => response.setHeader('Content-Security-Policy', POLICY) });
  const server = createServer((request, response) => {
    const missing = () => response.writeHead(404).end();
    if (!request.url.startsWith(base)) return missing();
    request.url = request.url.slice(base.length - 1);
    answer(request, response, missing);
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const close = () => server.close() && server.closeAllConnections();
      resolve({ url: `http://127.0.0.1:${server.address().port}${base}`, close });
    });
  });
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [dir, port] = process.argv.slice(2);
  const site = await serve(dir, { port: Number(port) }).catch((error) => {
    if (error.code !== 'EADDRINUSE') throw error;
    return serve(dir);
  });
  console.log(`\nGroupScope: ${site.url}\n`);
  process.stdin.resume().on('end', () => process.exit());
}
