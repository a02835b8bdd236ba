-- Calls from the entry service to each backend and from services to Cosmos DB: count, mean, p50, p95, failures.
WITH entry AS (
    -- The first server span of a trace whose parent is not in it; service is that of the row with the minimum.
    SELECT trace_id, service, min(start_ns)
    FROM spans AS server
    WHERE kind = 'server' AND NOT EXISTS (
        SELECT 1 FROM spans WHERE spans.trace_id = server.trace_id AND spans.span_id = server.parent_span_id)
    GROUP BY trace_id
),
calls AS (
    SELECT
        client.service AS caller,
        CASE
            WHEN client.cosmos_call IS NOT NULL THEN 'cosmos ' || client.cosmos_call
            ELSE coalesce(server.service || ' ' || server.route, client.attributes ->> 'server.address', client.name)
        END AS dependency,
        client.duration_ms AS ms,
        client.failed
    FROM spans AS client
    LEFT JOIN entry ON entry.trace_id = client.trace_id
    LEFT JOIN spans AS server
        ON server.trace_id = client.trace_id AND server.parent_span_id = client.span_id AND server.kind = 'server'
            AND client.cosmos_call IS NULL
    WHERE client.kind = 'client'
        AND (client.service = entry.service OR client.cosmos_call IS NOT NULL)
        AND client.trace_id NOT IN (SELECT trace_id FROM extra_traces)
),
ranked AS (
    SELECT
        *,
        row_number() OVER (PARTITION BY caller, dependency ORDER BY ms) AS place,
        count(*) OVER (PARTITION BY caller, dependency) AS total
    FROM calls
)
SELECT
    caller,
    dependency,
    total AS calls,
    round(avg(ms), 2) AS mean_ms,
    round(min(CASE WHEN place >= 0.50 * total THEN ms END), 2) AS p50_ms,
    round(min(CASE WHEN place >= 0.95 * total THEN ms END), 2) AS p95_ms,
    sum(failed) AS failed
FROM ranked
GROUP BY caller, dependency
ORDER BY avg(ms) DESC, dependency
