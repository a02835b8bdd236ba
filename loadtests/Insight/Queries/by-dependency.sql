-- Calls from the gateway to each backend and from services to Cosmos DB: count, mean, p50, p95, failures.
WITH calls AS (
    SELECT
        client.service AS caller,
        CASE
            WHEN client.cosmos_call IS NOT NULL THEN 'cosmos ' || client.cosmos_call
            ELSE coalesce(server.service || ' ' || server.route, client.attributes ->> 'server.address', client.name)
        END AS dependency,
        client.duration_ms AS ms,
        client.failed
    FROM spans AS client
    LEFT JOIN spans AS server
        ON server.trace_id = client.trace_id AND server.parent_span_id = client.span_id AND server.kind = 'server'
            AND client.cosmos_call IS NULL
    WHERE client.kind = 'client'
        AND (client.service = 'gateway' OR client.cosmos_call IS NOT NULL)
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
