import { seen } from './seen.js';

export default {
  scenario: {
    get name() {
      return seen.scenario;
    },
  },
};
