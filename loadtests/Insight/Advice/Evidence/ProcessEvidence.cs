namespace DroneDelivery.LoadTests.Insight.Advice.Evidence;

/// <summary>The CPU that each process used, and how long answers waited for it.</summary>
internal sealed class ProcessEvidence(RunEvidence run)
{
    // The fraction of seconds in which the processes together used the most CPU: those in which a run reaches its limits.
    private const double BusiestPart = 1.0 / 3;

    // A request is mostly computed if the service computes for at least this share of the time that the request is in it.
    private const double ComputingShare = 0.5;

    // A service that computes for a smaller share of an idle request's time waits for something else than a core.
    private const double WaitingShare = 0.25;

    // Above this share of cores in use, a runnable thread often waits for a core.
    private const double FullMachine = 0.75;

    // The requests that find everything idle: the part of them below this quantile.
    private const double FastestPart = 0.1;

    /// <summary>
    /// The utilization of a thread from which on most of a request's time is waiting for it: with random arrivals
    /// u / (2 (1 - u)) of the time that it computes, even if all requests compute equally long.
    /// </summary>
    public const double BusyThread = 0.7;

    // From here on it waits as long as it computes if requests compute for random times: u / (1 - u).
    private const double OftenBusyThread = 0.5;

    // A process that never uses more than about one core may be limited to one thread. Others of its threads collect garbage.
    private const double AboutOneCore = 1.2;

    // If the fastest tenth waits for at least this share of the mean, the mean is not caused by a few requests.
    private const double TypicalShare = 0.5;

    public int Cores => run.Record.Manifest.Machine.Cores;

    public IReadOnlyList<ProcessRecord> All => run.Record.Processes;

    /// <summary>The service that users call, or call most often; empty without a traced request.</summary>
    public string Entry => run.Requests.GroupBy(request => request.Entry).MaxBy(requests => requests.Count())?.Key ?? "";

    /// <summary>Services that another service calls.</summary>
    public IEnumerable<string> Called =>
        run.Requests.SelectMany(request => request.Backends.Select(answer => answer.Service)).OfType<string>().Distinct();

    /// <summary>Services in the traces, awaited or not; without traces, in metrics and processes.</summary>
    public IEnumerable<string> Services => run.Requests.Count > 0
        ? run.Requests.Select(request => request.Entry).Distinct().Union(Called)
        : run.Metrics.Services.Union(All.Select(process => process.Name).Except([RunMetric.LoadGenerator]));

    /// <summary>As the operating system measured it; otherwise as the service's metrics say.</summary>
    public double MeanCores(string process) => All.FirstOrDefault(record => IsCalled(record.Name, process))?.CpuMeanCores
        ?? Metric.CpuTime.Max(name => run.Metrics.Rate(process, name));

    /// <summary>Whether the CPU of the service was measured.</summary>
    public bool CpuIsKnown(string service) => All.Any(process => IsCalled(process.Name, service))
        || run.Metrics.Has(service, [.. Metric.CpuTime, Metric.LoopUtilization, Metric.LoopTime]);

    /// <summary>The utilization, 0 to 1, of the event loop of a service that has one; null if it has no metric of it.</summary>
    public double? LoopUtilization(string service)
    {
        var (active, idle) = (LoopSeconds("active"), LoopSeconds("idle"));
        return run.Metrics.Highest(service, Metric.LoopUtilization) ?? (active + idle > 0 ? active / (active + idle) : null);

        double LoopSeconds(string state) => run.Metrics.Growth(
            service, Metric.LoopTime, sample => sample.Attribute("nodejs.eventloop.state") == state);
    }

    /// <summary>
    /// The utilization of the only thread that runs the service's code: of its event loop, or else the CPU of a process that
    /// never uses more than about one core. Null for a service with more threads, and on a full machine, where that is not known.
    /// </summary>
    public double? ThreadUtilization(string service) => LoopUtilization(service)
        ?? (Cores > 1 && !MachineIsFull && MaxCores(service) is > 0 and <= AboutOneCore
            ? Math.Min(1, BusiestCores(service))
            : null);

    /// <summary>
    /// Whether requests wait for the only thread that runs the service's code: it is often busy, they spend as much time in the
    /// service without computing as computing, and waiting for the thread, 1 / (1 - u) with the computing, explains half of it.
    /// </summary>
    public bool ThreadIsBusy(string service) => ThreadUtilization(service) is >= OftenBusyThread and var used
        && CpuPerRequestMs(service) is > 0 and var cpu
        && OwnMs(service) + UnreadMs(service) is var atThread
        && atThread >= 2 * cpu
        && cpu / Math.Max(1e-6, 1 - used) >= atThread / 2;

    /// <summary>
    /// How long the messages of a request wait until the service reads them, mean in ms: requests before its server span starts,
    /// and answers before its client spans end. Excludes the network, which every request passes.
    /// </summary>
    public double UnreadMs(string service)
    {
        var fromUsers = service == Entry ? run.Breakdowns.Select(parts => parts[LatencyPart.ClientNetwork]) : [];
        return AboveFastest(fromUsers, run.Breakdowns.Count)
            + AboveFastest(run.Requests.Select(request => request.OnTheWayMs(service)).OfType<double>(), run.Requests.Count);

        // Mean over all requests: one without such a message does not wait.
        static double AboveFastest(IEnumerable<double> ms, int requests) =>
            ms.ToList() is { Count: > 0 } all ? Math.Max(0, all.Sum() - (all.Count * all.Quantile(FastestPart))) / requests : 0;
    }

    private double MaxCores(string service) => run.Samples.Processes
        .Where(sample => IsCalled(sample.Process, service))
        .Select(sample => sample.CpuCores)
        .Quantile(0.95);

    /// <summary>CPU in the busiest third of the seconds, in cores; the mean of the run if it has no samples by second.</summary>
    public double BusiestCores(string process)
    {
        var samples = run.Samples.Processes
            .Where(sample => IsCalled(sample.Process, process) && Busiest.Contains(sample.Second))
            .ToList();
        return samples.Count == 0 ? MeanCores(process) : samples.Average(sample => sample.CpuCores);
    }

    /// <summary>Whether nearly all cores are in use: by the processes of the run in the busiest third, and by others.</summary>
    public bool MachineIsFull =>
        Cores > 0 && (All.Sum(process => BusiestCores(process.Name)) / Cores) + UsedByOthers >= FullMachine;

    /// <summary>The mean share of all cores that other programs used during the run, from 0 to 1.</summary>
    private double UsedByOthers =>
        run.Record.Manifest.Machine.DuringRun is { } load ? load.StolenShare + (load.OtherShare ?? 0) : 0;

    private HashSet<int> Busiest => field ??= BusiestSeconds();

    /// <summary>CPU for each request sent, in ms; if it was not measured, the time in which the event loop was busy.</summary>
    public double CpuPerRequestMs(string process) => run.Load.Sent == 0 ? 0
        : (MeanCores(process) is > 0 and var cores ? cores : LoopUtilization(process) ?? 0)
            * run.Load.DurationSeconds * 1000 / run.Load.Sent;

    /// <summary>How long answers waited for the service itself, mean in ms.</summary>
    public double OwnMs(string service) => run.Mean(request => request.OwnMs.GetValueOrDefault(service));

    /// <summary>How long a request is in the service, including what the service itself waits for, mean in ms.</summary>
    public double PresenceMs(string service) => run.Mean(request => service == request.Entry
        ? request.Trace.DurationMs
        : Overlap.CoveredMs(request.Backends.Where(answer => answer.Service == service).Select(answer => answer.Call)));

    /// <summary>How long a request is in an idle service: the tenth percentile, in ms.</summary>
    public double IdleOwnMs(string service) => Inside(service).Quantile(FastestPart);

    /// <summary>Whether a request mostly computes in the service instead of waiting.</summary>
    public bool Computes(string service) => CpuPerRequestMs(service) >= InsideMs(service) * ComputingShare;

    /// <summary>
    /// Whether requests of the service wait for CPU: they mostly compute, or the service fills the machine and computes for at
    /// least a quarter of the time of an idle request. Starting up and adding threads keep the cores of a slow machine busy too.
    /// </summary>
    public bool IsShortOfCpu(string service) =>
        Computes(service) || ThreadIsBusy(service)
        || (FillsMachine(service) && CpuPerRequestMs(service) >= IdleOwnMs(service) * WaitingShare);

    /// <summary>Whether nearly all cores are in use and the process uses more CPU than any other.</summary>
    public bool FillsMachine(string process) =>
        MachineIsFull && BusiestCores(process) >= All.Max(other => BusiestCores(other.Name));

    /// <summary>Whether nearly every request waits for the service about as long as the average one.</summary>
    public bool IsSlowForAll(string service) => IdleOwnMs(service) >= InsideMs(service) * TypicalShare;

    public double InsideMs(string service) => Inside(service).DefaultIfEmpty().Average();

    private IEnumerable<double> Inside(string service) =>
        run.Requests.Where(request => request.InsideMs.ContainsKey(service)).Select(request => request.InsideMs[service]);

    private HashSet<int> BusiestSeconds()
    {
        var seconds = run.Samples.Processes
            .GroupBy(sample => sample.Second)
            .OrderByDescending(second => second.Sum(sample => sample.CpuCores))
            .Select(second => second.Key)
            .ToList();
        return [.. seconds.Take((int)Math.Ceiling(seconds.Count * BusiestPart))];
    }

    /// <summary>Compares names: a process and its service may be written with blanks or with dashes.</summary>
    public static bool IsCalled(string name, string process) => name.Replace(' ', '-') == process.Replace(' ', '-');
}
