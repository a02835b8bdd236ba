-- Each process: CPU in millicores, 1000 for one core, and memory in MiB: mean, 95th percentile and maximum of its seconds.
WITH ranked AS (
    SELECT
        process,
        1000 * cpu_cores AS millicores,
        memory_mib,
        row_number() OVER (PARTITION BY process ORDER BY cpu_cores) AS cpu_rank,
        row_number() OVER (PARTITION BY process ORDER BY memory_mib) AS memory_rank,
        count(*) OVER (PARTITION BY process) AS seconds
    FROM process_seconds
)
SELECT
    process,
    round(avg(millicores)) AS cpu_mean,
    round(min(CASE WHEN 100 * cpu_rank >= 95 * seconds THEN millicores END)) AS cpu_p95,
    round(max(millicores)) AS cpu_max,
    round(avg(memory_mib)) AS memory_mean,
    round(min(CASE WHEN 100 * memory_rank >= 95 * seconds THEN memory_mib END)) AS memory_p95,
    round(max(memory_mib)) AS memory_max
FROM ranked
GROUP BY process
ORDER BY process
