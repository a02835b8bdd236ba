namespace DroneDelivery.LoadTests.Lab.Capacity;

/// <summary>
/// Runs single trials. Load starts before the measured interval, so that queues reach their final length, and continues after it
/// for as long as the objective, so that every arrival of the interval is answered under load or misses. Then the trial waits for
/// the last answers, so that latencies include the slow requests.
/// </summary>
internal sealed class TrialRunner(LoadTarget target, LoadVariant variant, TimeSpan objective, TimeProvider time) : IDisposable
{
    private const int MaxInFlight = 10_000;
    private const int SaidFrom = 2;

    /// <summary>Above this share of missed arrivals, queues may outlast the trial.</summary>
    private const double Overload = 0.1;

    private static readonly TimeSpan LongestRecovery = TimeSpan.FromSeconds(90);

    private static readonly TimeSpan Rest = TimeSpan.FromSeconds(1);

    /// <summary>A light load, which a system answers in time once it has recovered.</summary>
    private static readonly PlannedTrial Probe = new(TrialPurpose.Doubling, Rate: 5, Seconds: 1, SettlingSeconds: 3);

    private readonly HttpLoadClient _client = LoadClient.Connect(
        target.Configure(new HttpLoadOptions
        {
            Protocol = variant.Protocol,
            Connections = variant.Protocol == HttpProtocol.Http1 ? MaxInFlight : 1,
            StreamsPerConnection = variant.Protocol == HttpProtocol.Http1 ? 1 : MaxInFlight,
            NewConnectionPerRequest = variant.NewConnections,
            Timeout = TimeSpan.FromSeconds(30),
        }),
        time);

    private ulong _seed;

    /// <summary>The longest wait for answers after the load; an unanswered request has waited at least this long.</summary>
    public TimeSpan LongestDrain { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>
    /// Returns when an overloaded system has emptied its queues, so that they do not affect the next trial, or after a minute and
    /// a half.
    /// </summary>
    public async Task RecoverAsync(CapacityTrial after, Action<string> say, CancellationToken cancellationToken)
    {
        var (start, calm) = (time.GetTimestamp(), after.MissedShare <= Overload);
        for (var probe = 1;
            !calm && time.GetElapsedTime(start) < LongestRecovery && !cancellationToken.IsCancellationRequested;
            probe++)
        {
            if (probe == SaidFrom)
            {
                say("  waiting for it to recover");
            }

            calm = await RunAsync(
                variant.ClosedLoop ? Probe with { Rate = 1 } : Probe, cancellationToken) is not { MissedShare: > 0 };
        }
    }

    /// <summary>Runs a trial; null if it was cancelled.</summary>
    public async Task<CapacityTrial?> RunAsync(PlannedTrial plan, CancellationToken cancellationToken)
    {
        await Task.Delay(Rest, time, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        var from = TimeSpan.FromSeconds(plan.SettlingSeconds);
        var until = from + TimeSpan.FromSeconds(plan.Seconds);
        var requests = new TrialRequests(from, until, objective);
        var use = MeasureUseAsync(from, until, cancellationToken);
        _seed++;
        LoadProfile profile = variant.ClosedLoop ? Users(plan.Rate, until + objective) : Arrivals(plan.Rate, until + objective);
        var load = await RunAsync(profile, requests, cancellationToken);
        var arrivals = (profile as OpenLoopProfile)?.Arrivals.Moments().LongCount(moment => moment >= from && moment < until);
        var (cpuShare, generatorOnly, machine, resources, connections) = await use;
        var conditions = RunConditions.Judge(
            load.Generator.Limits, load.Generator.ShareOfOneCore / load.Generator.Cores, machine);
        return load.Interrupted ? null : requests.Conclude(plan, until + objective + LongestDrain, arrivals) with
        {
            CpuShare = cpuShare,
            CpuOfGeneratorOnly = generatorOnly,
            Resources = resources,
            TcpConnects = Summarise(connections.Tcp),
            TlsHandshakes = Summarise(connections.Tls),
            Disturbance = conditions.Disturbance,
            GeneratorLimit = conditions.GeneratorLimit,
        };
    }

    public void Dispose() => _client.Dispose();

    private Task<LoadResult> RunAsync(LoadProfile profile, TrialRequests requests, CancellationToken cancellationToken)
    {
        var action = requests.Follow(variant.ConnectsWithTls is { } tls ? Connect(tls) : target.RequestBy(_client, variant));
        return new LoadRunner(time) { Observe = requests.Add }.RunAsync(profile, action, new RunMonitor(), cancellationToken);
    }

    private UserAction Connect(bool tls)
    {
        var connect = _client.ConnectTo(target.Address, tls);
        return (_, cancellationToken) => connect(cancellationToken);
    }

    /// <summary>Null for connections that are kept: few are opened.</summary>
    private LatencySummary? Summarise(LatencyHistogram times) =>
        (variant.NewConnections || variant.ConnectsWithTls is not null) && times.Count > 0
            ? LatencySummary.FromHistogram(times)
            : null;

    private OpenLoopProfile Arrivals(double rate, TimeSpan duration) =>
        new(ArrivalSchedule.Constant(rate, duration, ArrivalSpacing.Poisson, _seed), MaxInFlight, _seed) { Grace = LongestDrain };

    /// <summary>
    /// Users without think time. The arrivals are the requests made in the interval, answered or not. A user who waits for an
    /// answer makes fewer requests, and those are not counted (coordinated omission).
    /// </summary>
    private ClosedLoopProfile Users(double number, TimeSpan duration) => new(
        [new LoadStep((int)Math.Round(number), duration)], ThinkTime.None, TimeSpan.Zero, 0, SimulatedRoundTrip.None, _seed)
    {
        Grace = LongestDrain,
    };

    /// <summary>The use of the machine in the measured interval, and what processes use at its end.</summary>
    private async Task<(double, bool OfGeneratorOnly, MachineLoad?, IReadOnlyList<ResourceUse>, ConnectionTimes)> MeasureUseAsync(
        TimeSpan from, TimeSpan until, CancellationToken cancellationToken)
    {
        await Task.Delay(from, time, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        _client.TakeConnectionTimes();
        var (start, machine, before) = (time.GetTimestamp(), target.ReadMachine(), target.ReadProcesses());
        await Task.Delay(until - from, time, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        var (connections, after) = (_client.TakeConnectionTimes(), target.ReadProcesses());
        var cpu = (LoadTarget.SumCpu(after) - LoadTarget.SumCpu(before)) / time.GetElapsedTime(start);
        return (
            cpu / Environment.ProcessorCount,
            target.Processes.Count == 0,
            CpuReading.Between(machine, target.ReadMachine(), target.Watched.IsOwn),
            ResourceReader.ForThisMachine.Read(after),
            connections);
    }
}
