export const seen = { scenario: 'measured', requests: [], sleeps: [], checks: [], seeds: [], metrics: {} };
