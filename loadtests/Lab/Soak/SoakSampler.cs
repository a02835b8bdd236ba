using DroneDelivery.LoadTests.Lab.Processes;

namespace DroneDelivery.LoadTests.Lab.Soak;

/// <summary>Samples memory, handles and threads of processes at a fixed interval.</summary>
internal sealed class SoakSampler(IReadOnlyList<(string Name, int ProcessId)> processes, TimeSpan interval, TimeProvider time)
{
    private const string Memory = "resident memory";
    private const string Handles = "open handles";
    private const string Threads = "threads";

    private readonly Dictionary<(string Of, string Figure), List<SoakPoint>> _points = [];

    /// <summary>Samples until cancelled; then returns normally.</summary>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        var start = time.GetTimestamp();
        using var ticks = new PeriodicTimer(interval, time);
        try
        {
            while (await ticks.WaitForNextTickAsync(cancellationToken))
            {
                var second = time.GetElapsedTime(start).TotalSeconds;
                processes.ToList().ForEach(process => Sample(process.Name, process.ProcessId, second));
            }
        }
        catch (OperationCanceledException)
        {
            return;
        }
    }

    /// <summary>Call only after sampling has ended.</summary>
    public IEnumerable<SoakSeries> Series() => _points.Select(series => new SoakSeries(
        series.Key.Of, series.Key.Figure, series.Key.Figure == Memory ? "MiB" : "", series.Value));

    private void Sample(string name, int id, double second)
    {
        if (ProcessReading.Find(id) is not { } reading)
        {
            return;
        }

        Add(name, Memory, second, reading.MemoryMiB);
        Add(name, Threads, second, reading.Threads);
        if (reading.Handles is { } handles)
        {
            Add(name, Handles, second, handles);
        }
    }

    private void Add(string name, string figure, double second, double value)
    {
        if (!_points.TryGetValue((name, figure), out var points))
        {
            _points[(name, figure)] = points = [];
        }

        points.Add(new SoakPoint(second, value));
    }
}
