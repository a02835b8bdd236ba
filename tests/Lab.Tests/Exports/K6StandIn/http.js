import { seen } from './seen.js';

function request(method, url, body, params) {
  seen.requests.push({ method, url, body: body ?? null, headers: params?.headers ?? {} });
  return { status: seen.requests.length % 10 === 0 ? 503 : 200, timings: { duration: 20 } };
}

export default {
  get: (url, params) => request('GET', url, null, params),
  request,
};
