namespace DroneDelivery.LoadTests.Lab.Import;

/// <summary>
/// Receives what the files contain, in two passes over them, in bounded memory. The first pass keeps spans and metrics, and finds
/// out when requests begin and end; the second counts the requests. Without requests of a load generator, a request is a server
/// span of a service that users call, by the sampled traces.
/// </summary>
internal sealed class ImportedData(TimeProvider time)
{
    private const ulong Seed = 1;
    private const int BatchOfSpans = 1_000;

    // Traces are decided when many wait, not after a time: that in which a file is read is not that of its spans.
    private readonly SpanStore _spans = new(
        Seed,
        new SpanStoreLimits { EntryService = null, WaitAfterRoot = TimeSpan.MaxValue, WaitWithoutRoot = TimeSpan.MaxValue },
        time);

    private readonly MetricStore _metrics = new();
    private readonly List<SpanRecord> _batch = [];
    private readonly Dictionary<(string Service, bool HasParent), ImportExtent> _servers = [];
    private readonly HashSet<(string Service, bool HasParent)> _entries = [];
    private ImportExtent _extent = ImportExtent.None;
    private RequestSeries? _series;
    private RequestLog? _requests;
    private long _droppedAtSource;

    /// <summary>The figures of a source without single requests; null if there is none.</summary>
    public ImportedTotals? Totals { get; private set; }

    public SpanStoreCounts Spans => _spans.Counts;

    public MetricStoreCounts Metrics => _metrics.Counts;

    public void Add(ImportedRequest request)
    {
        if (_series is null)
        {
            _extent = _extent.With(request);
            return;
        }

        _series.Add(request);
        _requests!.Add(request.ToRecord());
    }

    public void Add(SpanRecord span)
    {
        var isServer = span.Kind == "server" && !span.IsHealthProbe;
        var key = (span.Service, span.ParentSpanId is not null);
        if (_series is not null)
        {
            if (isServer && _entries.Contains(key))
            {
                Add(ImportedRequest.FromSpan(span));
            }

            return;
        }

        if (isServer)
        {
            _servers[key] = _servers.GetValueOrDefault(key, ImportExtent.None).With(ImportedRequest.FromSpan(span));
        }

        _batch.Add(span);
        if (_batch.Count >= BatchOfSpans)
        {
            Flush();
        }
    }

    public void Add(IReadOnlyCollection<MetricSample> samples)
    {
        if (_series is null)
        {
            _metrics.Add(samples);
        }
    }

    /// <summary>The number of users at a moment, Unix time in nanoseconds.</summary>
    public void AddUsers(long at, int users) => _series?.AddUsers(at, users);

    public void AddDroppedAtSource(long count) => _droppedAtSource += _series is null ? count : 0;

    /// <exception cref="LabException">Another file had totals too.</exception>
    public void Add(ImportedTotals totals)
    {
        if (_series is null)
        {
            Totals = Totals is null ? totals : throw new LabException(
                "Two files have only totals of requests, which cannot be added up: import each as a run of its own.");
        }
    }

    /// <summary>Ends the first pass.</summary>
    /// <returns>Whether the second pass is needed.</returns>
    /// <exception cref="LabException">The files have no requests, or have them twice.</exception>
    public bool BeginCounting()
    {
        Flush();
        _spans.Settle();
        if (Totals is not null)
        {
            return _extent.IsEmpty ? false : throw new LabException(
                "A file has single requests and another one only totals of requests: name one of them.");
        }

        if (_extent.IsEmpty)
        {
            var extra = _spans.ExtraTraces.ToHashSet();
            _entries.UnionWith(
                from trace in TraceTree.BuildAll(_spans.Snapshot().Where(span => !extra.Contains(span.TraceId)))
                select (trace.Root.Span.Service, trace.Root.Span.ParentSpanId is not null));
            _extent = _entries.Aggregate(_extent, (extent, entry) => extent.With(_servers[entry]));
        }

        if (_extent.IsEmpty)
        {
            throw new LabException(
                "The files contain no requests, so there is nothing to report: add those of a load generator, or traces with "
                + "spans of kind server.");
        }

        _series = new RequestSeries(_extent);
        _requests = new RequestLog(Seed, _spans.Keeps);
        return true;
    }

    /// <summary>The load; its start, if the source has it; the share of requests that it kept; whether it has users.</summary>
    public (LoadRecord Load, DateTimeOffset? StartedAt, double? SampledShare, bool KnowsUsers) Load() =>
        _series is { } series
            ? (series.ToRecord(), DateTimeOffset.UnixEpoch.AddTicks(_extent.First / TimeSpan.NanosecondsPerTick),
                series.SampledShare, series.KnowsUsers)
            : (Totals!.Load, null, null, false);

    public RunSamples Samples()
    {
        var (requests, dropped) = _requests?.Take() ?? ([], 0);
        return new RunSamples(_spans.Snapshot(), requests, _metrics.Snapshot(), [])
        {
            ExtraTraces = _spans.ExtraTraces,
            Losses = new SampleLosses
            {
                Traces = Spans.TracesDropped, Spans = Spans.SpansDropped, Requests = dropped, Metrics = Metrics.Dropped,
                AtSource = _droppedAtSource,
            },
        };
    }

    private void Flush()
    {
        _spans.Add(_batch);
        _batch.Clear();
    }
}

/// <summary>The figures of a whole run without its single requests.</summary>
internal sealed record ImportedTotals(LoadRecord Load)
{
    /// <summary>Whether latencies count from the scheduled moment, unlike usually in this format.</summary>
    public bool IsFromScheduledMoment { get; init; }

    /// <param name="failures">Failed requests by reason.</param>
    public static ImportedTotals FromFigures(
        double seconds, long successful, IReadOnlyDictionary<string, long> failures, LatencySummary latency) => new(
        new LoadRecord(
            seconds, successful, failures.Values.Sum(), failures, CutOff: null, latency, ServiceTime: null, Distribution: [],
            GeneratorRecord.NotMeasured, Seconds: [], Steps: [])
        {
            Sent = successful + failures.Values.Sum(),
        });
}
