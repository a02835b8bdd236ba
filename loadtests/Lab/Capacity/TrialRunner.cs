using DroneDelivery.LoadTests.Engine.Arrivals;
using DroneDelivery.LoadTests.Engine.Clients;
using DroneDelivery.LoadTests.Engine.Profiles;
using DroneDelivery.LoadTests.Engine.Runs;
using DroneDelivery.LoadTests.Insight.Figures;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab.Cpu;
using DroneDelivery.LoadTests.Lab.Targets;

namespace DroneDelivery.LoadTests.Lab.Capacity;

/// <summary>
/// Runs single trials. Each has a little load before the measured stretch, so that queues have settled, and load goes on after it
/// for as long as the objective: every arrival of the stretch is then answered under load, or misses. After that the last answers
/// are awaited, so that latencies are those of all requests and not of the fast ones.
/// </summary>
internal sealed class TrialRunner(LoadTarget target, LoadVariant variant, TimeSpan objective, TimeProvider time) : IDisposable
{
    private const int MostInFlight = 10_000;
    private const int SaidFrom = 2;

    /// <summary>From this share of missed arrivals on, queues may have built up that outlast the trial.</summary>
    private const double Overload = 0.1;

    private static readonly TimeSpan LongestRecovery = TimeSpan.FromSeconds(90);

    private static readonly TimeSpan Rest = TimeSpan.FromSeconds(1);

    /// <summary>A light load that a system which has recovered answers in time.</summary>
    private static readonly PlannedTrial Probe = new(TrialPurpose.Doubling, Rate: 5, Seconds: 1);

    private readonly HttpLoadClient _client = new(
        new HttpLoadOptions
        {
            Protocol = variant.Protocol,
            Connections = variant.Protocol == HttpProtocol.Http1 ? MostInFlight : 1,
            StreamsPerConnection = variant.Protocol == HttpProtocol.Http1 ? 1 : MostInFlight,
            NewConnectionPerRequest = variant.NewConnections,
            Timeout = TimeSpan.FromSeconds(30),
        },
        time);

    private ulong _seed;

    /// <summary>Load before the measured stretch.</summary>
    public TimeSpan Settling { get; init; } = TimeSpan.FromSeconds(new CapacityPlan().SettlingSeconds);

    /// <summary>Answers are awaited for so long after the load; a request without one has then waited at least so long.</summary>
    public TimeSpan LongestDrain { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>
    /// Returns when a system that was pushed too far has worked its queues off, so that the next trial does not start in them, or
    /// when it has not for a minute and a half.
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

    /// <summary>A cancelled trial is no trial: null.</summary>
    public async Task<CapacityTrial?> RunAsync(PlannedTrial plan, CancellationToken cancellationToken)
    {
        await Task.Delay(Rest, time, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        var until = Settling + TimeSpan.FromSeconds(plan.Seconds);
        var requests = new TrialRequests(Settling, until, objective);
        var cpu = MeasureCpuAsync(until - Settling, cancellationToken);
        _seed++;
        var (load, arrivals) = variant.ClosedLoop
            ? (await RunUsersAsync(plan, until + objective, requests, cancellationToken), default(long?))
            : await RunArrivalsAsync(plan, until, requests, cancellationToken);
        var (cpuShare, machine) = await cpu;
        var conditions = RunConditions.Judge(
            load.Generator.Limits, load.Generator.ShareOfOneCore / load.Generator.Cores, machine);
        return load.Interrupted ? null : requests.Conclude(plan, until + objective + LongestDrain, arrivals) with
        {
            CpuShare = cpuShare,
            Disturbance = conditions.Disturbance,
            GeneratorLimit = conditions.GeneratorLimit,
        };
    }

    public void Dispose() => _client.Dispose();

    private async Task<(LoadResult Load, long? Arrivals)> RunArrivalsAsync(
        PlannedTrial plan, TimeSpan until, TrialRequests requests, CancellationToken cancellationToken)
    {
        var schedule = ArrivalSchedule.Constant(plan.Rate, until + objective, ArrivalSpacing.Poisson, _seed);
        var profile = new OpenLoopProfile(schedule, MostInFlight, _seed) { Grace = LongestDrain };
        var runner = new OpenLoopRunner(time) { Observe = requests.Add };
        var action = requests.Follow(target.RequestBy(_client, variant));
        var load = await runner.RunAsync(profile, action, new RunMonitor(), cancellationToken);
        return (load, schedule.Moments().LongCount(moment => moment >= Settling && moment < until));
    }

    /// <summary>
    /// Users without think time; the rate of the plan is their number. An arrival is a request made in the stretch, answered or
    /// not; those that a user who waits never came to make are missing from it.
    /// </summary>
    private Task<LoadResult> RunUsersAsync(
        PlannedTrial plan, TimeSpan duration, TrialRequests requests, CancellationToken cancellationToken)
    {
        var users = (int)Math.Round(plan.Rate);
        var steps = new[] { new LoadStep(users, duration) };
        var profile = new ClosedLoopProfile(steps, ThinkTime.None, TimeSpan.Zero, 0, SimulatedRoundTrip.None, _seed)
        {
            Grace = LongestDrain,
        };
        var runner = new ClosedLoopRunner(time) { Observe = requests.Add };
        var action = requests.Follow(target.RequestBy(_client, variant));
        return runner.RunAsync(profile, action, new RunMonitor(), cancellationToken);
    }

    /// <summary>Share of the machine over the measured stretch, and what else used it.</summary>
    private async Task<(double Share, MachineLoad? Machine)> MeasureCpuAsync(
        TimeSpan stretch, CancellationToken cancellationToken)
    {
        await Task.Delay(Settling, time, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        var (start, machine, before) = (time.GetTimestamp(), CpuReading.Now(), target.ReadCpu());
        await Task.Delay(stretch, time, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        var share = (target.ReadCpu() - before) / time.GetElapsedTime(start) / Environment.ProcessorCount;
        return (share, CpuReading.Between(machine, CpuReading.Now(), knowsSystem: target.Processes.Count > 0));
    }
}
