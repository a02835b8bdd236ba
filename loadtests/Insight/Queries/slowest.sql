-- The 20 slowest requests with their trace ids and where the time went.
WITH slow AS (
    SELECT * FROM requests ORDER BY latency_ms DESC, trace_id LIMIT 20
),
entry AS (
    -- The first server span of a trace whose parent is not in it; the other columns are those of the row with the minimum.
    SELECT server.trace_id, server.service, server.duration_ms, min(server.start_ns)
    FROM slow JOIN spans AS server ON server.trace_id = slow.trace_id AND server.kind = 'server'
    WHERE NOT EXISTS (
        SELECT 1 FROM spans WHERE spans.trace_id = server.trace_id AND spans.span_id = server.parent_span_id)
    GROUP BY server.trace_id
),
backend AS (
    SELECT
        client.trace_id,
        coalesce(server.service || ' ' || server.route, client.attributes ->> 'server.address', client.name) AS slowest_call,
        client.duration_ms AS slowest_call_ms,
        row_number() OVER (PARTITION BY client.trace_id ORDER BY client.duration_ns DESC) AS place
    FROM entry
    JOIN spans AS client ON client.trace_id = entry.trace_id AND client.service = entry.service AND client.kind = 'client'
    LEFT JOIN spans AS server
        ON server.trace_id = client.trace_id AND server.parent_span_id = client.span_id AND server.kind = 'server'
),
cosmos AS (
    SELECT
        spans.trace_id,
        count(*) AS calls,
        sum(duration_ms) AS ms,
        sum(spans.status = 429) AS throttled,
        sum(retry_after_ms) AS retry_after_ms
    FROM slow JOIN spans USING (trace_id)
    WHERE cosmos_call IS NOT NULL
    GROUP BY spans.trace_id
)
SELECT
    slow.trace_id,
    round(slow.latency_ms, 2) AS latency_ms,
    slow.status,
    slow.error,
    CASE WHEN NOT EXISTS (SELECT 1 FROM run WHERE name = 'import.tool')
        THEN round((slow.sent_ns - slow.due_ns) / 1e6, 2) END AS late_ms,
    round(entry.duration_ms, 2) AS entry_ms,
    backend.slowest_call,
    round(backend.slowest_call_ms, 2) AS slowest_call_ms,
    coalesce(cosmos.calls, 0) AS cosmos_calls,
    round(coalesce(cosmos.ms, 0), 2) AS cosmos_ms,
    coalesce(cosmos.throttled, 0) AS throttled,
    round(coalesce(cosmos.retry_after_ms, 0), 2) AS retry_after_ms
FROM slow
LEFT JOIN entry ON entry.trace_id = slow.trace_id
LEFT JOIN backend ON backend.trace_id = slow.trace_id AND backend.place = 1
LEFT JOIN cosmos ON cosmos.trace_id = slow.trace_id
ORDER BY slow.latency_ms DESC, slow.trace_id
