'use strict';

const fs = require('node:fs');

const STOP_LIMIT_MS = 3000;

function serve(app, { defaultPort, close }) {
  const host = process.env.HOST ?? '127.0.0.1';
  const port = Number(process.env.PORT ?? defaultPort);
  const server = app.listen(port, host, (error) => {
    if (error) {
      console.error(error.message);
      process.exit(1);
    }
    console.log(`listening on http://${host}:${port}`);
  });

  let stopping = false;
  async function stop() {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(0), STOP_LIMIT_MS).unref();
    server.close();
    server.closeIdleConnections();
    await close().catch((error) => console.error(error.message));
    process.exit(0);
  }
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);

  // /dev/null is at its end at once, so only a pipe or a socket counts as a parent.
  const stdin = fs.fstatSync(0);
  if (stdin.isFIFO() || stdin.isSocket()) {
    process.stdin.on('end', stop).on('error', stop).resume();
  }
}

module.exports = { serve };
