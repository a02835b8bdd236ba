using System.Collections.Concurrent;

namespace DroneDelivery.LoadTests.Lab.GatewayCost;

/// <summary>Observes a trial's requests, and when the gateway meanwhile writes to the write-ahead log of its database.</summary>
internal sealed class WriteWatch : IAsyncDisposable
{
    private static readonly TimeSpan PollInterval = TimeSpan.FromMilliseconds(5);

    private readonly ConcurrentQueue<(DateTime Start, TimeSpan Latency)> _requests = [];
    private readonly List<DateTime> _writes = [];
    private readonly CancellationTokenSource _end = new();
    private readonly Task _watching;

    /// <param name="database">The SQLite file, which need not exist.</param>
    public WriteWatch(string database, TimeProvider time)
    {
        var log = $"{database}-wal";
        _watching = WatchAsync(log, File.GetLastWriteTimeUtc(log), time);
    }

    /// <summary>May be called from any thread.</summary>
    public void Observe(RequestObservation request) => _requests.Enqueue(
        (request.PhaseStart.UtcDateTime + request.Timing.Scheduled, request.Timing.Latency));

    public async Task<WriteFigures> StopAsync()
    {
        await EndAsync();
        return WriteFigures.FromRequests(_requests, _writes);
    }

    public async ValueTask DisposeAsync()
    {
        await EndAsync();
        _end.Dispose();
    }

    private async Task EndAsync()
    {
        await _end.CancelAsync();
        await _watching;
    }

    // The file's own time does not depend on how soon a busy machine runs this.
    private async Task WatchAsync(string log, DateTime latest, TimeProvider time)
    {
        while (!_end.IsCancellationRequested)
        {
            await Task.Delay(PollInterval, time, _end.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            if (File.GetLastWriteTimeUtc(log) is var written && written != latest)
            {
                _writes.Add(latest = written);
            }
        }
    }
}

/// <summary>The latency of requests that were due at about the time of a write, and that of all others in the trial.</summary>
/// <param name="Count">The number of writes.</param>
/// <param name="NearMeanMs">Null if there was no such request, like <paramref name="OtherMeanMs"/>.</param>
public sealed record WriteFigures(int Count, double? NearMeanMs, double? OtherMeanMs)
{
    /// <summary>How long before or after a write a request is due that counts as near.</summary>
    public static readonly TimeSpan Window = TimeSpan.FromMilliseconds(20);

    // By the start, since a slow request would overlap with a write more often for whatever reason it is slow.
    public static WriteFigures FromRequests(
        IEnumerable<(DateTime Start, TimeSpan Latency)> requests, IReadOnlyList<DateTime> writes)
    {
        List<DateTime> sorted = [.. writes.Order()];
        var latencies = requests.ToLookup(request => IsNear(request.Start), request => request.Latency.TotalMilliseconds);
        return new(writes.Count, Mean(near: true), Mean(near: false));

        bool IsNear(DateTime start)
        {
            var found = sorted.BinarySearch(start - Window);
            var next = found < 0 ? ~found : found;
            return next < sorted.Count && sorted[next] <= start + Window;
        }

        double? Mean(bool near) => latencies.Contains(near) ? latencies[near].Average() : null;
    }
}
