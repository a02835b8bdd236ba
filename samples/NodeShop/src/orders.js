'use strict';

const ORDERS = 500;
const ITEMS = 400;
const REGIONS = 8000;

const orders = new Map();
for (let n = 1; n <= ORDERS; n++) {
  const count = 4 + (n % 3);
  const lines = Array.from({ length: count }, (_, i) => ({
    itemId: 1 + ((n * 31 + i * 47) % ITEMS),
    quantity: 1 + ((n + i) % 3),
  }));
  orders.set(String(n), { id: n, customer: `C${1000 + n}`, region: `R${(n * 7) % REGIONS}`, lines });
}

module.exports = { findOrder: (id) => orders.get(id), REGIONS };
