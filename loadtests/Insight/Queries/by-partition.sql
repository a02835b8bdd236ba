-- Each physical partition: calls, throttled calls, RU, the most RU in one second against its budget, and how long calls took.
WITH used AS (
    SELECT
        partition,
        sum(calls) AS calls,
        sum(throttled) AS throttled,
        sum(request_units) AS ru,
        max(request_units) AS peak
    FROM partition_seconds
    GROUP BY partition
),
timed AS (
    SELECT partition, avg(duration_ms) AS mean_ms, avg(request_duration_ms) AS mean_service_ms
    FROM spans
    WHERE cosmos_call = 'data' AND status <> 429
        AND trace_id NOT IN (SELECT trace_id FROM extra_traces)
    GROUP BY partition
)
SELECT
    partition,
    documents,
    coalesce(calls, 0) AS calls,
    coalesce(throttled, 0) AS throttled,
    round(coalesce(ru, 0), 1) AS ru,
    round(coalesce(peak, 0), 1) AS peak_ru_per_second,
    round(budget_ru_per_second, 1) AS budget_ru_per_second,
    round(100 * coalesce(peak, 0) / budget_ru_per_second, 1) AS peak_percent_of_budget,
    round(mean_ms, 2) AS mean_ms,
    round(mean_service_ms, 2) AS mean_service_ms
FROM partitions
LEFT JOIN used USING (partition)
LEFT JOIN timed USING (partition)
ORDER BY CAST(partition AS INTEGER), partition
