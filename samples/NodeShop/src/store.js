'use strict';

const { setTimeout: sleep } = require('node:timers/promises');
const genericPool = require('generic-pool');
const { trace, metrics, SpanKind, SpanStatusCode } = require('@opentelemetry/api');

const ITEMS = 400;
const CONNECT_MS = 12;
const SERVICE_MS = { items: 12, prices: 6, stock: 6 };
const SCAN_MS = 150;
const SPREAD = 0.4;
const ACQUIRE_TIMEOUT_MS = 5000;
const MIN_CONNECTIONS = 2;

const SERVER = { 'server.address': 'store.internal', 'server.port': 5432 };
const DATABASE = { 'db.system.name': 'postgresql', 'db.namespace': 'catalog', ...SERVER };
const POOL = { 'db.client.connection.pool.name': 'store.internal:5432/catalog' };
const SECONDS = { unit: 's', advice: { explicitBucketBoundaries: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 10] } };

const tracer = trace.getTracer('store-client', '1.0.0');
const meter = metrics.getMeter('store-client', '1.0.0');
const operationDuration = meter.createHistogram('db.client.operation.duration', SECONDS);
const createTime = meter.createHistogram('db.client.connection.create_time', SECONDS);
const waitTime = meter.createHistogram('db.client.connection.wait_time', SECONDS);
const useTime = meter.createHistogram('db.client.connection.use_time', SECONDS);
const timeouts = meter.createCounter('db.client.connection.timeouts', { unit: '{timeout}' });

const secondsSince = (start) => (performance.now() - start) / 1000;
const has = (id) => Number.isInteger(id) && id >= 1 && id <= ITEMS;

const tables = {
  items: (id) => ({ id, name: `Item ${id}` }),
  prices: (id) => ({ id, price: 199 + ((id * 53) % 4000) }),
  stock: (id) => ({ id, on_hand: (id * 17) % 90 }),
};

/** Stands for the database server: it answers after its own service time. */
async function answer(table, ids, stockIndexed) {
  const base = table === 'stock' && !stockIndexed ? SCAN_MS : SERVICE_MS[table];
  await sleep(base * (1 + SPREAD * (Math.random() - 0.5)));
  return ids.map(tables[table]);
}

class Connection {
  constructor(stockIndexed) {
    this.stockIndexed = stockIndexed;
  }

  async query(text, ids) {
    const [, operation, table] = /^(\w+) .* FROM (\w+)/.exec(text);
    const attributes = { ...DATABASE, 'db.operation.name': operation, 'db.collection.name': table, 'db.query.summary': `${operation} ${table}` };
    const span = tracer.startSpan(`${operation} ${table}`, {
      kind: SpanKind.CLIENT,
      attributes: { ...attributes, 'db.query.text': text },
    });
    const start = performance.now();
    try {
      return await answer(table, ids, this.stockIndexed);
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      operationDuration.record(secondsSince(start), attributes);
      span.end();
    }
  }
}

function createStore({ maxConnections, stockIndexed }) {
  const pool = genericPool.createPool(
    {
      async create() {
        const start = performance.now();
        await sleep(CONNECT_MS);
        createTime.record(secondsSince(start), POOL);
        return new Connection(stockIndexed);
      },
      async destroy() {},
    },
    { min: MIN_CONNECTIONS, max: maxConnections, acquireTimeoutMillis: ACQUIRE_TIMEOUT_MS },
  );
  observe(pool);

  async function withConnection(use) {
    const asked = performance.now();
    let connection;
    try {
      connection = await pool.acquire();
    } catch (error) {
      timeouts.add(1, POOL);
      throw error;
    }
    waitTime.record(secondsSince(asked), POOL);
    const taken = performance.now();
    try {
      return await use(connection);
    } finally {
      await pool.release(connection);
      useTime.record(secondsSince(taken), POOL);
    }
  }

  async function close() {
    await pool.drain();
    await pool.clear();
  }

  return { has, withConnection, close };
}

function observe(pool) {
  const count = meter.createObservableUpDownCounter('db.client.connection.count', { unit: '{connection}' });
  const max = meter.createObservableUpDownCounter('db.client.connection.max', { unit: '{connection}' });
  const idleMin = meter.createObservableUpDownCounter('db.client.connection.idle.min', { unit: '{connection}' });
  const pending = meter.createObservableUpDownCounter('db.client.connection.pending_requests', { unit: '{request}' });
  meter.addBatchObservableCallback(
    (result) => {
      result.observe(count, pool.borrowed, { ...POOL, 'db.client.connection.state': 'used' });
      result.observe(count, pool.available, { ...POOL, 'db.client.connection.state': 'idle' });
      result.observe(max, pool.max, POOL);
      result.observe(idleMin, pool.min, POOL);
      result.observe(pending, pool.pending, POOL);
    },
    [count, max, idleMin, pending],
  );
}

module.exports = { createStore };
