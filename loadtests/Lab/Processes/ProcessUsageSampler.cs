using System.ComponentModel;
using System.Diagnostics;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Lab.Processes;

/// <summary>Samples CPU and memory of processes once a second.</summary>
internal sealed class ProcessUsageSampler(IReadOnlyList<(string Name, int ProcessId)> processes, TimeProvider time)
{
    private const double BytesInMiB = 1024 * 1024;

    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);

    private readonly Dictionary<string, List<Sample>> _samples = processes.ToDictionary(process => process.Name, _ => new List<Sample>());

    /// <summary>Samples until cancelled; then returns normally.</summary>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        while (!cancellationToken.IsCancellationRequested)
        {
            foreach (var (name, id) in processes)
            {
                TakeSample(name, id);
            }

            await Task.Delay(Interval, time, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    public IReadOnlyList<ProcessRecord> Summarise() =>
        [.. processes.Where(process => _samples[process.Name].Count > 1).Select(process => Summarise(process.Name))];

    private ProcessRecord Summarise(string name)
    {
        var samples = _samples[name];
        var cores = samples.Zip(samples.Skip(1), CoresBetween).ToList();
        var wholeRun = CoresBetween(samples[0], samples[^1]);
        return new ProcessRecord(
            name, wholeRun, cores.Max(), samples.Average(sample => sample.MemoryMiB), samples.Max(sample => sample.MemoryMiB));
    }

    private double CoresBetween(Sample from, Sample to)
    {
        var wall = time.GetElapsedTime(from.Timestamp, to.Timestamp);
        return wall > TimeSpan.Zero ? (to.Cpu - from.Cpu) / wall : 0;
    }

    private void TakeSample(string name, int id)
    {
        try
        {
            using var process = Process.GetProcessById(id);
            _samples[name].Add(new Sample(time.GetTimestamp(), process.TotalProcessorTime, process.WorkingSet64 / BytesInMiB));
        }
        catch (Exception exception) when (exception is ArgumentException or InvalidOperationException or Win32Exception)
        {
            // The process has ended; the run reports that by itself.
            return;
        }
    }

    private readonly record struct Sample(long Timestamp, TimeSpan Cpu, double MemoryMiB);
}
