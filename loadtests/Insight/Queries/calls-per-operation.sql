-- Cosmos DB calls, RU and throttled calls for one call of the operation under study, by partition and on average.
WITH RECURSIVE operations AS (
    SELECT trace_id, span_id
    FROM spans
    WHERE kind = 'server' AND route = (SELECT value FROM run WHERE name = 'operation.route')
        AND trace_id NOT IN (SELECT trace_id FROM extra_traces)
),
below (trace_id, span_id) AS (
    SELECT trace_id, span_id FROM operations
    UNION
    SELECT spans.trace_id, spans.span_id
    FROM below JOIN spans ON spans.trace_id = below.trace_id AND spans.parent_span_id = below.span_id
),
calls AS (
    SELECT cosmos_call, coalesce(partition, '?') AS partition, status = 429 AS throttled, coalesce(request_units, 0) AS ru
    FROM below JOIN spans USING (trace_id, span_id)
    WHERE cosmos_call IN ('data', 'plan')
),
rows AS (
    SELECT 1 AS place, partition, throttled, ru FROM calls WHERE cosmos_call = 'data'
    UNION ALL
    SELECT 2, 'data', throttled, ru FROM calls WHERE cosmos_call = 'data'
    UNION ALL
    SELECT 3, 'plan', throttled, ru FROM calls WHERE cosmos_call = 'plan'
    UNION ALL
    SELECT 4, 'all', throttled, ru FROM calls
)
SELECT
    partition,
    total AS operations,
    count(*) AS calls,
    round(1.0 * count(*) / total, 3) AS calls_per_operation,
    round(1.0 * coalesce(sum(throttled), 0) / total, 3) AS throttled_per_operation,
    round(sum(ru) / total, 3) AS ru_per_operation
FROM rows, (SELECT count(*) AS total FROM operations)
GROUP BY place, partition
ORDER BY place, CAST(partition AS INTEGER), partition
