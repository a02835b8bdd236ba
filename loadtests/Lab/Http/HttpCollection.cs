namespace DroneDelivery.LoadTests.Lab.Http;

/// <summary>What a run of <c>http</c> collects of the service in addition to its answers.</summary>
/// <param name="OtlpPort">The port for traces and metrics; null for none.</param>
/// <param name="Processes">Processes of this machine.</param>
internal sealed record HttpCollection(int? OtlpPort, IReadOnlyList<(string Name, int ProcessId)> Processes)
{
    /// <summary>Where the counters of Cosmos DB are; null for none.</summary>
    public CosmosCounters? Cosmos { get; init; }

    /// <summary>How long to wait after the load: exporters send spans every 5 s by default.</summary>
    public TimeSpan LastExport { get; init; } = TimeSpan.FromSeconds(6);

    /// <summary>The environment variables of a service that sends its telemetry to the receiver.</summary>
    public static string Settings(Uri endpoint) =>
        $"OTEL_EXPORTER_OTLP_ENDPOINT={endpoint.AbsoluteUri.TrimEnd('/')} OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf "
        + "OTEL_METRIC_EXPORT_INTERVAL=1000";

    public static string Instructions(Uri endpoint) =>
        $"Receiving traces and metrics. Start the service with {Settings(endpoint)} (without the last one, metrics come every "
        + "60 s).";

    /// <returns>Null if no telemetry is received.</returns>
    /// <exception cref="LabException">The port is taken.</exception>
    public async Task<OtlpReceiver?> ReceiveAsync(ulong seed, TimeProvider time, CancellationToken cancellationToken)
    {
        // Each service may send its spans of a trace as late as the last ones of the run.
        var limits = new SpanStoreLimits { EntryService = null, WaitAfterRoot = LastExport };
        return OtlpPort is { } port
            ? await OtlpReceiver.StartAsync(port, new SpanStore(seed, limits, time), new MetricStore(), cancellationToken)
            : null;
    }

    /// <summary>The system under load, without the counters of <see cref="Cosmos"/>.</summary>
    public WatchedSystem Watch(OtlpReceiver? telemetry) => new(
        Emulator: null, Container: "", () => Processes, WatchedSystem.NeverFailsAsync)
    {
        Telemetry = telemetry,
        TelemetryDelay = LastExport,
        IsOwn = false,
    };

    /// <summary>The system with these counters. The caller disposes its <see cref="WatchedSystem.Emulator"/>.</summary>
    /// <exception cref="LabException">They cannot be read.</exception>
    public async Task<WatchedSystem> WatchAsync(OtlpReceiver? telemetry, CancellationToken cancellationToken) =>
        Cosmos is null ? Watch(telemetry) : await Cosmos.AddToAsync(Watch(telemetry), cancellationToken);
}

/// <summary>The options of what a run collects.</summary>
/// <param name="running">Reads all processes of this machine.</param>
internal sealed class CollectionOptions(Func<IReadOnlyList<(string Name, int ProcessId)>> running)
{
    private const int DefaultPort = 4318;

    private readonly PortOption _otlp = new(
        "--otlp", "Receives traces and metrics of the service during the run (OTLP, http/protobuf)", DefaultPort);

    private readonly ProcessOptions _processes = new(running);

    private readonly Option<bool> _noTrace = FlagOption.Create(
        "--no-trace", "Sends no traceparent header, and keeps no single requests in the run folder.");

    private readonly CosmosCounterOptions _cosmos = new();

    public void AddTo(Command command)
    {
        Array.ForEach<Option>([_otlp, .. _processes.All, _noTrace], command.Options.Add);
        _cosmos.AddTo(command);
    }

    /// <exception cref="FormatException">There is no such process, or a value is none; the message is one line.</exception>
    public HttpPlan Apply(CommandResult result, HttpPlan plan) => plan with
    {
        Work = plan.Work with { IsTraced = !result.GetValue(_noTrace) },
        Collection = plan.Collection with
        {
            OtlpPort = _otlp.Read(result),
            Cosmos = _cosmos.Read(result, allowRemote: plan.Work.IsRemote),
            Processes = _processes.Read(result),
        },
    };
}
