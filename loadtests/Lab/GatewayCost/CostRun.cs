namespace DroneDelivery.LoadTests.Lab.GatewayCost;

/// <summary>Starts all targets and measures them in turn, so that other work on the machine affects all of them alike.</summary>
internal sealed class CostRun(CostRequest request, Action<string> say, TimeProvider time)
{
    private readonly CostLoad _load = new(request.WatchesWrites, time);
    private readonly List<CostTrial> _closed = [];
    private readonly List<CostTrial> _open = [];
    private readonly List<(CostTarget Target, RunningTarget Running)> _targets = [];

    /// <summary>A run that is cancelled, or whose target fails, returns its results so far.</summary>
    /// <param name="folder">The folder for logs.</param>
    /// <exception cref="LabException">A program did not start, or the first trial failed.</exception>
    public async Task<CostRecord> RunAsync(string folder, CancellationToken cancellationToken)
    {
        var recording = StudyRecording.Begin(CostStudy.Name, "what the gateway costs", request.Command, time);
        await using var system = await CostSystem.StartAsync(folder, time, cancellationToken);
        var missing = request.Targets
            .Where(target => target.Needs is { } program && InstalledProgram.Find(program) is null).ToList();
        List<string> warnings =
        [
            .. missing.Select(target => $"{target.Title} was not measured: {target.Needs} is not installed.")
                .Append(CostTargets.PortWarning(request.Targets, MachineReader.Read(time))).OfType<string>(),
        ];
        warnings.ForEach(say);
        string? failure = null;
        try
        {
            await StartTargetsAsync(system, request.Targets.Except(missing), cancellationToken);
            failure = await RunRoundsAsync(system, cancellationToken);
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            say("Stopped: the figures cover the measurements so far.");
        }
        catch (ExpectedException exception) when (_closed.Count > 0)
        {
            failure = exception.Message;
        }

        return new CostRecord(
            recording.End(failure, knowsSystem: true, cancellationToken),
            _load.ClosedGenerator,
            request.Connections,
            request.OpenRate,
            [.. _targets.Select(running => running.Target.ForRecord)],
            warnings,
            _closed,
            _open);
    }

    private async Task StartTargetsAsync(CostSystem system, IEnumerable<CostTarget> targets, CancellationToken cancellationToken)
    {
        foreach (var target in targets)
        {
            say($"Warming up: {target.Title}");
            var running = await target.StartAsync(system, cancellationToken);
            _targets.Add((target, running));
            var meter = new CostMeter(running, system.BackendProcessId);
            var periods = await new WarmUp(request.WarmUp).RunAsync(
                period => meter.MeasureAsync(
                    () => _load.SaturateAsync(running, request.ManyConnections, period, cancellationToken)),
                period => period.CpuMicroseconds);
            if (periods[^1] is var load && (load.Answered == 0 || load.Failed > load.Answered / 2))
            {
                throw new LabException($"{target.Title} does not answer with success: its log is in the folder of the run.");
            }
        }
    }

    /// <returns>How a process failed; null if none did.</returns>
    private async Task<string?> RunRoundsAsync(CostSystem system, CancellationToken cancellationToken)
    {
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var failure = system.WaitForFailureAsync(stop.Token);
        var rounds = MeasureRoundsAsync(system, stop.Token);
        if (!await FirstToEnd.IsFailureAsync(rounds, failure, time, cancellationToken))
        {
            await stop.CancelAsync();
            await rounds;
            return null;
        }

        await stop.CancelAsync();
        await rounds.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        return _closed.Count > 0 ? await failure : throw new LabException(await failure);
    }

    private async Task MeasureRoundsAsync(CostSystem system, CancellationToken cancellationToken)
    {
        for (var round = 1; round <= request.Rounds; round++)
        {
            // Each round starts with a different target.
            var first = (round - 1) % Math.Max(1, _targets.Count);
            foreach (var (target, running) in _targets.Skip(first).Concat(_targets.Take(first)))
            {
                var meter = new CostMeter(running, system.BackendProcessId);
                var closed = await meter.MeasureAsync(
                    () => _load.SaturateAsync(running, request.Connections, request.Duration, cancellationToken));
                _closed.Add(closed with { Target = target.Name, Round = round });
                var open = await meter.MeasureAsync(() => _load.OfferAsync(
                    running, request.ManyConnections, request.OpenRate, request.Duration, cancellationToken));
                _open.Add(open with { Target = target.Name, Round = round });
                Say(round, target, _closed[^1], _open[^1]);
            }
        }
    }

    private void Say(int round, CostTarget target, CostTrial closed, CostTrial open) => say(
        $"{round} of {request.Rounds}  {target.Title,-30} {closed.RequestsPerSecond,8:N0} req/s  "
        + $"CPU {closed.ProxyMicroseconds,5:0.0} + {closed.BackendMicroseconds,4:0.0} us  "
        + $"open loop p99 {FigureText.Milliseconds(open.P99Ms)}");
}

/// <summary>Measures the CPU time of a target's processes under load.</summary>
internal sealed class CostMeter(RunningTarget running, int backendProcessId)
{
    private TimeSpan Proxy => running.ProcessId is { } id ? ProcessTreeTime.Read(id) : TimeSpan.Zero;

    private TimeSpan Backend => ProcessTreeTime.Read(backendProcessId);

    public async Task<CostTrial> MeasureAsync(Func<Task<CostTrial>> run)
    {
        var (proxy, backend) = (Proxy, Backend);
        var load = await run();
        var requests = Math.Max(1, load.Answered);
        return load with
        {
            ProxyMicroseconds = (Proxy - proxy).TotalMicroseconds / requests,
            BackendMicroseconds = (Backend - backend).TotalMicroseconds / requests,
        };
    }
}

/// <summary>The CPU time of a process and of its child processes.</summary>
internal static class ProcessTreeTime
{
    /// <summary>Child processes count on Linux only: other systems do not list them in <c>/proc</c>.</summary>
    public static TimeSpan Read(int processId) => ChildrenOf(processId)
        .Select(Read)
        .Aggregate(ProcessReading.Find(processId)?.Cpu ?? TimeSpan.Zero, (sum, child) => sum + child);

    private static int[] ChildrenOf(int processId)
    {
        try
        {
            return [.. File.ReadAllText($"/proc/{processId}/task/{processId}/children")
                .Split(' ', StringSplitOptions.RemoveEmptyEntries)
                .Select(int.Parse)];
        }
        catch (IOException)
        {
            return [];
        }
    }
}
