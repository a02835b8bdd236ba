using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Insight.Advice.Evidence;

/// <summary>What each process used, and how long answers waited for it.</summary>
internal sealed class ProcessEvidence(RunEvidence run)
{
    // The users climb a staircase: its last third is where a run comes to its limits.
    private const double BusiestPart = 2.0 / 3;

    // Who computes for half of the time that a request takes when few others are there does not block a thread for most of it.
    private const double ComputingShare = 0.5;

    // Who computes for less than a quarter of the time that a request takes when few others
    // are there waits for something else than a core.
    private const double WaitingShare = 0.25;

    // A process that leaves three fifths of the machine to others where the load is heaviest does not fill it.
    private const double FillingShare = 0.4;

    public int Cores => run.Record.Manifest.Machine.Cores;

    public IReadOnlyList<ProcessRecord> All => run.Record.Processes;

    /// <summary>The service that users call, most often where there are several; empty without a traced request.</summary>
    public string Entry => run.Requests
        .CountBy(request => request.Entry)
        .OrderByDescending(entry => entry.Value)
        .Select(entry => entry.Key)
        .FirstOrDefault("");

    /// <summary>Services that another service calls.</summary>
    public IEnumerable<string> Called =>
        run.Requests.SelectMany(request => request.Backends.Select(answer => answer.Service)).OfType<string>().Distinct();

    /// <summary>Services that took part in the traces, waited for or not.</summary>
    public IEnumerable<string> Services => run.Requests.Select(request => request.Entry).Distinct().Union(Called);

    public double MeanCores(string process) => All.FirstOrDefault(record => IsCalled(record.Name, process))?.CpuMeanCores ?? 0;

    /// <summary>CPU in the last third of the load, in cores; the mean of the run where seconds were not kept.</summary>
    public double BusiestCores(string process)
    {
        var samples = run.Samples.Processes
            .Where(sample => IsCalled(sample.Process, process))
            .OrderBy(sample => sample.Second)
            .ToList();
        return samples.Count == 0
            ? MeanCores(process)
            : samples.Skip((int)(samples.Count * BusiestPart)).Average(sample => sample.CpuCores);
    }

    /// <summary>CPU for each request sent, in ms.</summary>
    public double CpuPerRequestMs(string process) =>
        run.Load.Sent > 0 ? MeanCores(process) * run.Load.DurationSeconds * 1000 / run.Load.Sent : 0;

    /// <summary>How long answers waited for the service itself, mean in ms.</summary>
    public double OwnMs(string service) =>
        run.Requests.Count == 0 ? 0 : run.Requests.Average(request => request.OwnMs.GetValueOrDefault(service));

    /// <summary>How long a request is in the service, with what the service itself waits for, mean in ms.</summary>
    public double PresenceMs(string service) => run.Requests.Count == 0
        ? 0
        : run.Requests.Average(request => service == request.Entry
            ? request.DurationMs
            : Coverage.Ms(request.Backends.Where(answer => answer.Service == service).Select(answer => answer.Call)));

    /// <summary>The service's own time in a request that found it idle: the tenth percentile.</summary>
    public double IdleOwnMs(string service)
    {
        var own = run.Requests.Select(request => request.OwnMs.GetValueOrDefault(service)).Where(ms => ms > 0).Order().ToList();
        return own.Count == 0 ? 0 : own[own.Count / 10];
    }

    /// <summary>Whether a request of the service is mostly computed, not waited for.</summary>
    public bool Computes(string service) => CpuPerRequestMs(service) >= IdleOwnMs(service) * ComputingShare;

    /// <summary>
    /// Whether requests of the service wait for a core: it fills the machine, and does not merely wait in most of a request's
    /// time. Starting up and adding threads keep the cores of a slow machine busy too.
    /// </summary>
    public bool IsShortOfCpu(string service) =>
        FillsMachine(service) && CpuPerRequestMs(service) >= IdleOwnMs(service) * WaitingShare;

    /// <summary>Whether the process uses so much of the machine that not much is left to others.</summary>
    public bool FillsMachine(string process) => Cores > 0 && BusiestCores(process) >= Cores * FillingShare;

    public static bool IsCalled(string name, string process) => name.Replace(' ', '-') == process;
}
