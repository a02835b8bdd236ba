namespace DroneDelivery.LoadTests.Lab.Processes;

/// <summary>
/// Limits processes to a share of a core, each in its own control group of Linux (version 1 or 2). Disposal removes the groups:
/// by then the processes must have ended.
/// </summary>
/// <param name="root">The folder in which control groups are mounted.</param>
internal sealed class CpuQuota(Action<string> say, string root = "/sys/fs/cgroup") : IDisposable
{
    // The default of Linux. Caches are cold at the start of each period: with 10 ms a request takes a quarter more CPU.
    private const double PeriodMicroseconds = 100_000;

    // The smallest quota that Linux accepts.
    private const double MinQuotaMicroseconds = 1_000;

    private readonly List<string> _groups = [];

    /// <summary>Removes an empty group: one call to the system, since its files cannot be deleted.</summary>
    public Action<string> Remove { get; init; } = Directory.Delete;

    private string Version1 => Path.Combine(root, "cpu");

    /// <summary>Moves a process into a new group, without a limit for now.</summary>
    /// <exception cref="LabException">The system does not grant it; the message says why.</exception>
    public void Add(int processId) => Change(() =>
    {
        var parent = Directory.Exists(Version1) ? Version1
            : File.Exists(Path.Combine(root, "cgroup.controllers")) ? root
            : throw new LabException($"There are no control groups in {root}.");
        var group = Path.Combine(parent, $"drone-lab-{Environment.ProcessId}-{processId}");
        Directory.CreateDirectory(group);
        _groups.Add(group);
        Write(group, cores: null);
        File.WriteAllText(Path.Combine(group, "cgroup.procs"), $"{processId}");
    });

    /// <summary>Limits each process that was added.</summary>
    /// <param name="cores">CPU time per time; 0.12 is 12 ms in each period of 100 ms.</param>
    /// <exception cref="LabException">The system does not grant it; the message says why.</exception>
    public void Limit(double cores) => Change(() => _groups.ForEach(group => Write(group, cores)));

    public void Dispose()
    {
        foreach (var group in _groups)
        {
            try
            {
                Remove(group);
            }
            catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
            {
                say($"A control group could not be removed ({exception.Message}). Remove it: rmdir {group}");
            }
        }
    }

    private static void Change(Action change)
    {
        try
        {
            change();
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new LabException($"The system grants no control group: {exception.Message}", exception);
        }
    }

    /// <param name="cores">Null for no limit.</param>
    private void Write(string group, double? cores)
    {
        var period = Math.Max(PeriodMicroseconds, MinQuotaMicroseconds / (cores ?? 1));
        var quota = cores is { } share ? $"{Math.Round(share * period)}" : null;
        if (Path.GetDirectoryName(group) == Version1)
        {
            File.WriteAllText(Path.Combine(group, "cpu.cfs_period_us"), $"{Math.Round(period)}");
            File.WriteAllText(Path.Combine(group, "cpu.cfs_quota_us"), quota ?? "-1");
        }
        else
        {
            File.WriteAllText(Path.Combine(group, "cpu.max"), $"{quota ?? "max"} {Math.Round(period)}");
        }
    }
}
