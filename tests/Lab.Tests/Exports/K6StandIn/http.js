import { seen } from './seen.js';

// Bytes are noted as they are, for only text goes into JSON.
function note(body) {
  return body instanceof ArrayBuffer ? { base64: Buffer.from(body).toString('base64') } : body ?? null;
}

function request(method, url, body, params) {
  seen.requests.push({ method, url, body: note(body), headers: params?.headers ?? {} });
  return { status: seen.requests.length % 10 === 0 ? 503 : 200, timings: { duration: 20 } };
}

export default {
  expectedStatuses: (...statuses) => statuses,
  setResponseCallback: (statuses) => {
    seen.expected = statuses;
  },
  get: (url, params) => request('GET', url, null, params),
  request,
};
