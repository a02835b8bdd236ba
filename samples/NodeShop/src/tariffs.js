'use strict';

const { REGIONS } = require('./orders');

const document = JSON.stringify(
  Array.from({ length: REGIONS }, (_, n) => ({
    region: `R${n}`,
    taxPercent: 5 + (n % 20),
    shipping: 300 + (n % 9) * 50,
    carriers: ['post', 'parcel', 'freight'].map((name, i) => ({ name, days: 1 + ((n + i) % 6), limit: 10 * (i + 1) })),
    note: `Tariff of region ${n}, valid until further notice.`,
  })),
);

const index = () => new Map(JSON.parse(document).map((tariff) => [tariff.region, tariff]));

const loaded = index();
const current = process.env.FAULT === 'cpu' ? index : () => loaded;

module.exports = { tariffFor: (region) => current().get(region) };
