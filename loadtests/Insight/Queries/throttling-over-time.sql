-- Second by second: users, calls to Cosmos DB, throttled calls, RU, the busiest partition against its budget, mean latency, and whether that is a lower bound.
WITH cosmos AS (
    SELECT
        second,
        sum(calls) AS calls,
        sum(throttled) AS throttled,
        sum(request_units) AS ru,
        max(100 * request_units / budget_ru_per_second) AS busiest
    FROM partition_seconds JOIN partitions USING (partition)
    GROUP BY second
)
SELECT
    second,
    users,
    coalesce(calls, none) AS calls,
    coalesce(throttled, none) AS throttled,
    round(coalesce(100.0 * throttled / nullif(calls, 0), none), 2) AS throttled_percent,
    round(coalesce(ru, none), 1) AS ru,
    CASE WHEN EXISTS (SELECT 1 FROM partitions WHERE budget_ru_per_second > 0)
        THEN round(coalesce(busiest, none), 1) END AS busiest_percent_of_budget,
    round(nullif(mean_ms, 0), 1) AS mean_ms,
    instr(at_least, 'meanMs') > 0 AS mean_is_at_least
FROM load_seconds
LEFT JOIN cosmos USING (second)
-- NULL for a run that did not count calls to the database.
LEFT JOIN (SELECT 0 AS none FROM run WHERE name = 'cosmos.data_calls' AND value IS NOT NULL)
ORDER BY second
