'use strict';

const { shutdownTelemetry } = require('./telemetry');
const express = require('express');
const { serve } = require('./serve');
const { findOrder } = require('./orders');
const { tariffFor } = require('./tariffs');

const CATALOG_URL = process.env.CATALOG_URL ?? 'http://127.0.0.1:8081';
const ITEM_BY_ITEM = process.env.FAULT === 'n-plus-one';

async function getJson(path) {
  const response = await fetch(CATALOG_URL + path);
  if (!response.ok) throw new Error(`catalog answered ${response.status}`);
  return response.json();
}

async function getItems(ids) {
  if (ITEM_BY_ITEM) {
    const items = [];
    for (const id of ids) items.push(await getJson(`/items/${id}`));
    return items;
  }
  return getJson(`/items?ids=${ids.join(',')}`);
}

const app = express();
app.disable('x-powered-by');

app.get('/health', (req, res) => res.json({ status: 'ok' }));

app.get('/orders/:id', async (req, res) => {
  const order = findOrder(req.params.id);
  if (!order) return res.status(404).json({ error: 'no such order' });

  const items = await getItems(order.lines.map((line) => line.itemId));
  const byId = new Map(items.map((item) => [item.id, item]));
  const tariff = tariffFor(order.region);

  const lines = order.lines.map(({ itemId, quantity }) => {
    const item = byId.get(itemId);
    const net = item.price * quantity;
    return { ...item, quantity, net, tax: Math.round((net * tariff.taxPercent) / 100) };
  });
  const net = lines.reduce((sum, line) => sum + line.net, 0);
  const tax = lines.reduce((sum, line) => sum + line.tax, 0);
  res.json({ id: order.id, customer: order.customer, lines, net, tax, shipping: tariff.shipping, total: net + tax + tariff.shipping });
});

serve(app, { defaultPort: 8080, close: shutdownTelemetry });
