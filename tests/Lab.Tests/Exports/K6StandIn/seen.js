export const seen = { scenario: 'measured', requests: [], expected: null, sleeps: [], checks: [], seeds: [], metrics: {} };
