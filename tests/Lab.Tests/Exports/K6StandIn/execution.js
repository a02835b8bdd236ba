import { seen } from './seen.js';

export default {
  vu: { idInTest: 1 },
  scenario: {
    get name() {
      return seen.scenario;
    },
  },
};
