-- Times are Unix time in nanoseconds. Units stand in the names. docs/run-folder.md explains each column.

CREATE TABLE run (
    name TEXT NOT NULL PRIMARY KEY,
    value TEXT
) STRICT;

CREATE TABLE spans (
    trace_id TEXT NOT NULL,
    span_id TEXT NOT NULL,
    parent_span_id TEXT,
    service TEXT NOT NULL,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    start_ns INTEGER NOT NULL,
    duration_ns INTEGER NOT NULL,
    failed INTEGER NOT NULL,
    status INTEGER,
    route TEXT,
    cosmos_call TEXT,
    partition TEXT,
    request_units REAL,
    retry_after_ms REAL,
    request_duration_ms REAL,
    attributes TEXT NOT NULL,
    duration_ms ANY GENERATED ALWAYS AS (duration_ns / 1e6) VIRTUAL
) STRICT;

CREATE TABLE extra_traces (
    trace_id TEXT NOT NULL PRIMARY KEY
) STRICT;

CREATE TABLE requests (
    trace_id TEXT NOT NULL,
    scheduled_ns INTEGER NOT NULL,
    due_ns INTEGER NOT NULL,
    sent_ns INTEGER NOT NULL,
    answered_ns INTEGER NOT NULL,
    done_ns INTEGER NOT NULL,
    status INTEGER NOT NULL,
    error TEXT,
    bytes INTEGER NOT NULL,
    extra INTEGER NOT NULL,
    latency_ms ANY GENERATED ALWAYS AS ((done_ns - scheduled_ns) / 1e6) VIRTUAL
) STRICT;

CREATE TABLE metrics (
    service TEXT NOT NULL,
    name TEXT NOT NULL,
    attributes TEXT NOT NULL,
    time_ns INTEGER NOT NULL,
    value REAL
) STRICT;

CREATE TABLE process_seconds (
    process TEXT NOT NULL,
    second INTEGER NOT NULL,
    cpu_cores REAL NOT NULL,
    memory_mib REAL NOT NULL,
    threads INTEGER NOT NULL,
    sockets INTEGER,
    handles INTEGER
) STRICT;

CREATE TABLE attempts (
    due_s REAL NOT NULL,
    duration_s REAL NOT NULL,
    outcome TEXT NOT NULL,
    retry INTEGER NOT NULL
) STRICT;

CREATE TABLE load_seconds (
    second INTEGER NOT NULL,
    users INTEGER,
    successful INTEGER NOT NULL,
    failed INTEGER NOT NULL,
    mean_ms REAL,
    p50_ms REAL,
    p95_ms REAL,
    at_least TEXT NOT NULL,
    latency BLOB
) STRICT;

CREATE TABLE partitions (
    partition TEXT NOT NULL,
    budget_ru_per_second REAL NOT NULL,
    documents INTEGER NOT NULL
) STRICT;

CREATE TABLE partition_seconds (
    partition TEXT NOT NULL,
    second INTEGER NOT NULL,
    request_units REAL NOT NULL,
    calls INTEGER NOT NULL,
    throttled INTEGER NOT NULL
) STRICT;

CREATE TABLE cosmos_answers (
    kind TEXT NOT NULL,
    status INTEGER NOT NULL,
    calls INTEGER NOT NULL
) STRICT;

CREATE TABLE logical_keys (
    key TEXT NOT NULL,
    partition TEXT NOT NULL,
    request_units REAL NOT NULL,
    calls INTEGER NOT NULL,
    throttled INTEGER NOT NULL
) STRICT;
