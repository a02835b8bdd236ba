namespace DroneDelivery.LoadTests.Lab.Http;

/// <summary>Runs a plan with this engine, and writes a run folder.</summary>
/// <param name="show">Shows the run until its load ends.</param>
/// <param name="say">Prints a line that is no result.</param>
internal sealed class HttpLoadRun(
    HttpPlan plan, Func<RunMonitor, Task, Task> show, Action<string> say, TimeProvider time)
{
    /// <summary>The name of the lab in its run folders.</summary>
    public const string Name = "http";

    private const double IdlePerSecond = 2_000;
    private const ulong Seed = 1;

    private readonly RunMonitor _monitor = new();
    private HttpLoadClient? _client;
    private ClientCounts _warmUp;
    private ThresholdResult? _stoppedBy;
    private (LoadResult Result, ClientCounts Connections, MachineLoad? Machine, IdleFigures Idle)? _ended;

    /// <summary>Cancelling ends the run at once and returns what was measured until then.</summary>
    /// <param name="folder">The path of the run folder.</param>
    /// <param name="command">The command line that repeats the run.</param>
    /// <returns>The run folder is null if the run was cancelled before anything was measured.</returns>
    /// <exception cref="LabException">
    /// Nothing listens at the address, the platform does not support the protocol, idle connections cannot be opened, telemetry
    /// cannot be received, or the folder cannot be written.
    /// </exception>
    public async Task<(HttpReport Report, RunFolder? Folder)> RunAsync(
        string folder, string command, CancellationToken cancellationToken)
    {
        await using var idle = new IdleConnections(plan.Work.Target, plan.Client.AcceptAnyCertificate, time);
        await OpenAsync(idle, plan.IdleConnections, cancellationToken);
        if (idle.Counts.Opened == 0)
        {
            await HttpReach.RequireListenerAsync(plan.Work.Target, plan.Client, time, cancellationToken);
        }

        await using var telemetry = await plan.Collection.ReceiveAsync(Seed, time, cancellationToken);
        if (telemetry is not null)
        {
            say(HttpCollection.Instructions(telemetry.Endpoint));
        }

        var system = await plan.Collection.WatchAsync(telemetry, cancellationToken);
        using var counters = system.Emulator;
        SessionFolder.Make(folder);
        var start = CpuReading.Now();
        var engine = LoadEngine.BuiltIn(time, _monitor, result =>
        {
            // Read before the report is computed, which uses CPU too.
            var machine = CpuReading.Between(start, CpuReading.Now(), knowsSystem: false);
            var figures = new IdleFigures(plan.IdleConnections, idle.Counts.Opened, idle.Refused, idle.Held);
            _ended = (result, _client!.Counts.Since(_warmUp), machine, figures);
            if (telemetry is not null && !cancellationToken.IsCancellationRequested)
            {
                say($"Waiting {plan.Collection.LastExport.TotalSeconds:0.#} s for the last spans.");
            }
        });
        var run = new MeasuredRun(system, Plan(command), engine, time);
        RunFolder? written = null;
        try
        {
            written = await run.RunAsync(folder, (load, _) => show(_monitor, load), cancellationToken);
        }
        catch (OperationCanceledException) when (_ended is not null)
        {
            // Nothing was measured, which the report says.
        }

        if (telemetry is { Spans.Counts.SpansReceived: 0 } && written is not null)
        {
            say($"No span of a measured request arrived at {telemetry.Endpoint}. Check the settings of the service: "
                + HttpCollection.Settings(telemetry.Endpoint));
        }

        return (Report(), written);
    }

    private RunPlan Plan(string command) => new(Profile, ActionOf, Describe(command))
    {
        Client = plan.Client,
        Seed = Seed,
        Prepare = _ =>
        {
            _warmUp = _client!.Counts;
            return Task.CompletedTask;
        },
        Watch = async (stop, token) => _stoppedBy = plan.Abort is { } rule
            ? await new ThresholdWatch(rule, time).WatchAsync(_monitor, stop, token)
            : null,
        StoppedBy = () => _stoppedBy?.Threshold,
        Thresholds = () =>
        [
            .. from threshold in Report().Thresholds
               select new ThresholdRecord(threshold.Figure, threshold.Limit, threshold.MeasuredText, threshold.Met),
        ],
    };

    private LoadProfile Profile => plan.Shape.Load with { TracedFraction = plan.Work.IsTraced ? 1 : 0 };

    private UserAction ActionOf(HttpLoadClient client)
    {
        _client = client;
        return plan.Work.ActionOf(client, plan.Checks, time);
    }

    private RunManifest Describe(string command) => new()
    {
        Lab = Name, Scenario = Name, Title = Secrets.Mask($"{plan.Work.Method} {plan.Work.Url}"),
        Mode = plan.Shape.Duration is { } planned ? $"{planned.TotalSeconds:0.#} s" : $"{plan.Shape.Asked:N0} requests",
        Command = command, Machine = RunManifestBuilder.ExamineMachine(time),
        Configuration = new Dictionary<string, string>
        {
            ["protocol"] = HttpSummary.Name(plan.Client.Protocol),
            ["connections"] = plan.Client.NewConnectionPerRequest
                ? "one for each request"
                : $"at most {plan.Client.Connections:N0}",
        },
        Load = plan.Shape.Words + plan.Work.Words,
        IsRemote = plan.Work.IsRemote,
    };

    private HttpReport Report()
    {
        var (result, connections, machine, idle) = _ended!.Value;
        return new HttpReport(plan, result, _stoppedBy)
        {
            WarmUpConnections = _warmUp,
            Connections = connections,
            Idle = plan.IdleConnections > 0 ? idle : null,
            Machine = machine,
        };
    }

    /// <summary>Returns when each of the idle connections is open or refused.</summary>
    /// <exception cref="LabException">The server does not accept all of them in time.</exception>
    private async Task OpenAsync(IdleConnections idle, int asked, CancellationToken cancellationToken)
    {
        using var limit = new CancellationTokenSource(TimeSpan.FromSeconds(asked / IdlePerSecond) + plan.Client.Timeout, time);
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, limit.Token);
        try
        {
            await idle.OpenAsync(asked, IdlePerSecond, stop.Token);
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            throw new LabException(
                $"Only {idle.Counts.Opened:N0} of {asked:N0} idle connections could be opened before --timeout. Ask for fewer.");
        }
    }
}
