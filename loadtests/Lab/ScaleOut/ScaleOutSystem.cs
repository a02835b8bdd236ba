namespace DroneDelivery.LoadTests.Lab.ScaleOut;

/// <summary>The system with the largest number of Deliveries, each of them limited, and single trials on it.</summary>
internal sealed class ScaleOutSystem : IAsyncDisposable
{
    private static readonly TimeSpan Objective = TimeSpan.FromSeconds(1);

    private readonly DroneSystem _system;
    private readonly ScaleOutRequest _request;
    private readonly Action<string> _say;
    private readonly TimeProvider _time;
    private readonly CpuQuota _quota;
    private TuningScenario _scenario = TuningLab.OwnerKey;

    private ScaleOutSystem(DroneSystem system, ScaleOutRequest request, Action<string> say, TimeProvider time)
    {
        (_system, _request, _say, _time, _quota) = (system, request, say, time, new CpuQuota(say));
        Limit = new InstanceLimit(
            request.Cores, request.Cores is null ? ScaleOutLab.Connections : null, request.Profile.CosmosCall.MeanMs, null);
    }

    public InstanceLimit Limit { get; private set; }

    /// <summary>Starts the system, warms it up without a limit, and limits the Deliveries.</summary>
    /// <param name="folder">The folder for logs.</param>
    /// <exception cref="LabException">A program does not start; nothing is left running.</exception>
    public static async Task<ScaleOutSystem> StartAsync(
        ScaleOutRequest request, string folder, Action<string> say, TimeProvider time, CancellationToken cancellationToken)
    {
        var drones = await DroneSystem.StartAsync(request.Profile, telemetry: null, folder, say, time, cancellationToken);
        var system = new ScaleOutSystem(drones, request, say, time);
        return await system.DisposeOnFailureAsync(async () =>
        {
            await system.StartServicesAsync(cancellationToken);
            await system.WarmUpAsync(cancellationToken);
            return system;
        });
    }

    /// <summary>Measures the throughput of the first instances at saturation.</summary>
    /// <returns>Null if it was cancelled.</returns>
    /// <exception cref="ExpectedException">The gateway does not switch, or the emulator does not answer.</exception>
    public async Task<ScaleTrial?> MeasureAsync(
        ScaleSeries series, int instances, int round, double seconds, CancellationToken cancellationToken)
    {
        if (series.Throughput != _scenario.Throughput)
        {
            await _system.SetThroughputAsync(_scenario.PartitionKey, series.Throughput, cancellationToken);
            _scenario = _scenario with { Throughput = series.Throughput };
        }

        await _system.BalanceAsync(instances, cancellationToken);
        await _system.Emulator.ResetAsync(cancellationToken);
        // Not disposed: that would stop the system.
        var target = new ScenarioTarget(_system, _scenario with { Fault = series.Fault }) { CallsDelivery = series.IsDirect };
        // Delivery is called directly with the protocol that the gateway calls it with.
        var variant = LoadVariant.Usual with
        {
            ClosedLoop = true,
            Protocol = series.IsDirect ? HttpProtocol.Http2 : HttpProtocol.Http1,
        };
        using var runner = new TrialRunner(target, variant, Objective, _time);
        // The trial begins with a second without load.
        var second = _time.GetUtcNow().ToUnixTimeSeconds() + 1 + (long)series.SettlingSeconds;
        var before = CpuUse.Read(target, instances);
        var plan = new PlannedTrial(
            TrialPurpose.Refining, instances * ScaleOutLab.UsersPerInstance, seconds, series.SettlingSeconds);
        if (await runner.RunAsync(plan, cancellationToken) is not { } load)
        {
            return null;
        }

        var cpu = CpuUse.Read(target, instances).ForEach(target.Succeeded, before);
        var state = await _system.Emulator.ReadStateAsync(second, cancellationToken);
        var container = state.Find(DroneContainers.For(_scenario.PartitionKey))!;
        return new ScaleTrial(
            instances, round, load, target.Failed, Limit.ShareUsed(instances, load.Throughput, cpu.DeliveryMs),
            ScaleTrial.PartitionShareOf(container, second, Math.Max(1, (long)seconds)), cpu)
        {
            RequestUnits = container.RequestUnits / Math.Max(1, target.Succeeded),
            ByRequestUnits = ScenarioTarget.LimitByRequestUnits(container, target.Succeeded),
        };
    }

    /// <inheritdoc cref="DroneSystem.WaitForFailureAsync"/>
    public Task<string> WaitForFailureAsync(CancellationToken cancellationToken) =>
        _system.WaitForFailureAsync(cancellationToken);

    /// <summary>Stops the processes first: a control group with a process cannot be removed.</summary>
    public async ValueTask DisposeAsync()
    {
        try
        {
            await _system.DisposeAsync();
        }
        finally
        {
            _quota.Dispose();
        }
    }

    private async Task StartServicesAsync(CancellationToken cancellationToken)
    {
        var max = _request.Instances[^1];
        _say($"Starting the services, {max} of Delivery");
        _scenario = ScaleOutLab.Scenario(max, Limit.Connections);
        await _system.UseAsync(_scenario, cancellationToken);
        if (Limit.Cores is not null && FindRefusal() is { } refusal)
        {
            Limit = Limit with { Cores = null, Connections = ScaleOutLab.Connections, Refusal = refusal };
            await StartServicesAsync(cancellationToken);
        }
    }

    /// <summary>Gives each Delivery its control group; the reason if the system does not grant it.</summary>
    private string? FindRefusal()
    {
        try
        {
            CpuUse.ProcessesOf(BuiltService.Delivery, _system.Processes).ToList().ForEach(_quota.Add);
            return null;
        }
        catch (LabException exception)
        {
            return exception.Message;
        }
    }

    private async Task WarmUpAsync(CancellationToken cancellationToken)
    {
        _say("Warming up");
        var usual = ScaleOutLab.Usual([]);
        await new WarmUp(TimeSpan.FromSeconds(_request.WarmUpSeconds)).RunAsync(
            async period => await MeasureAsync(usual, _request.Instances[^1], 0, period.TotalSeconds, cancellationToken)
                ?? throw new OperationCanceledException(cancellationToken),
            trial => trial.Cpu.DeliveryMs);
        if (Limit.Cores is { } cores)
        {
            _quota.Limit(cores);
        }
    }
}
