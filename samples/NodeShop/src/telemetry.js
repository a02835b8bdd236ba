'use strict';

// The SDK exports no metrics unless this variable is set.
process.env.OTEL_METRICS_EXPORTER ??= 'otlp';
process.env.OTEL_LOGS_EXPORTER ??= 'none';

const { NodeSDK } = require('@opentelemetry/sdk-node');
const { HttpInstrumentation } = require('@opentelemetry/instrumentation-http');
const { ExpressInstrumentation } = require('@opentelemetry/instrumentation-express');
const { UndiciInstrumentation } = require('@opentelemetry/instrumentation-undici');
const { RuntimeNodeInstrumentation } = require('@opentelemetry/instrumentation-runtime-node');

const sdk = new NodeSDK({
  instrumentations: [
    new HttpInstrumentation(),
    new ExpressInstrumentation(),
    new UndiciInstrumentation(),
    new RuntimeNodeInstrumentation(),
  ],
});
sdk.start();

module.exports = { shutdownTelemetry: () => sdk.shutdown() };
