'use strict';

const { shutdownTelemetry } = require('./telemetry');
const express = require('express');
const { Mutex } = require('async-mutex');
const { serve } = require('./serve');
const { createStore } = require('./store');

const FAULT = process.env.FAULT;
const store = createStore({
  maxConnections: FAULT === 'pool' ? 2 : 40,
  stockIndexed: FAULT !== 'slow-dependency',
});

const offers = new Mutex();
const readOffers = (ids) =>
  store.withConnection(async (connection) => {
    const prices = await connection.query('SELECT id, price FROM prices WHERE id = ANY($1)', ids);
    const stock = await connection.query('SELECT id, on_hand FROM stock WHERE id = ANY($1)', ids);
    return { prices, stock };
  });
const offersOf = FAULT === 'lock' ? (ids) => offers.runExclusive(() => readOffers(ids)) : readOffers;

async function loadItems(ids) {
  const items = await store.withConnection((connection) =>
    connection.query('SELECT id, name FROM items WHERE id = ANY($1)', ids),
  );
  const { prices, stock } = await offersOf(ids);
  return items.map((item, i) => ({ ...item, ...prices[i], ...stock[i] }));
}

const app = express();
app.disable('x-powered-by');

app.get('/health', (req, res) => res.json({ status: 'ok' }));

app.get('/items', async (req, res) => {
  const ids = String(req.query.ids ?? '').split(',').map(Number).filter(store.has);
  res.json(await loadItems(ids));
});

app.get('/items/:id', async (req, res) => {
  const id = Number(req.params.id);
  if (!store.has(id)) return res.status(404).json({ error: 'no such item' });
  const [item] = await loadItems([id]);
  res.json(item);
});

serve(app, { defaultPort: 8081, close: () => Promise.allSettled([store.close(), shutdownTelemetry()]) });
