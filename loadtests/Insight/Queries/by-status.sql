-- Answers by HTTP status: what users got (uniform sample of requests), what each service answered (uniform sample of traces, in which a request may call a service more than once), what Cosmos DB answered (all calls).
WITH answers AS (
    SELECT 1 AS place, 'system, to users' AS answered_by, status, count(*) AS answers
    FROM requests
    WHERE NOT extra
    GROUP BY status
    UNION ALL
    SELECT 2, service, coalesce(status, 0), count(*)
    FROM spans
    WHERE kind = 'server'
        AND trace_id NOT IN (SELECT trace_id FROM extra_traces)
    GROUP BY service, status
    UNION ALL
    SELECT 3, 'cosmos ' || kind, status, calls
    FROM cosmos_answers
)
SELECT
    answered_by,
    status,
    answers,
    round(100.0 * answers / sum(answers) OVER (PARTITION BY answered_by), 2) AS percent
FROM answers
ORDER BY place, answered_by, status
