using DroneDelivery.LoadTests.Lab.Emulator;

namespace DroneDelivery.LoadTests.Lab.Live;

/// <summary>Converts the counters of a container to rates. Lower counters or another container start again.</summary>
internal sealed class CosmosRates
{
    /// <summary>One second has too few requests for a ratio, and RU are counted before the request ends.</summary>
    private static readonly TimeSpan OperationWindow = TimeSpan.FromSeconds(5);

    private readonly Queue<Reading> _readings = new();
    private Reading? _last;
    private Dictionary<string, double> _callsPerSecond = [];

    /// <param name="requests">The number of requests that ended so far, including failures.</param>
    /// <param name="second">The second, in Unix time, whose RU are returned: one that was read completely.</param>
    public LiveCosmos Read(ContainerState state, long requests, DateTimeOffset now, long second)
    {
        var reading = new Reading(now, state, requests);
        if (_last is { } last && !reading.Continues(last))
        {
            _readings.Clear();
            _last = null;
            _callsPerSecond = [];
        }

        Keep(reading);
        var (calls, units) = PerOperation();
        return new LiveCosmos(
            state.Id,
            state.Throughput,
            _callsPerSecond,
            [
                .. state.Partitions.Select(partition =>
                    new LivePartition(partition.Id, UsedIn(partition, second), partition.BudgetPerSecond)),
            ],
            calls,
            units);
    }

    private static double UsedIn(PartitionState partition, long second) =>
        partition.Seconds.FirstOrDefault(row => row.Second == second)?.RequestUnits ?? 0;

    /// <summary>A state that is read twice gives no rates for the time between.</summary>
    private void Keep(Reading reading)
    {
        if (_last is { } last && !ReferenceEquals(last.State, reading.State))
        {
            var elapsed = (reading.At - last.At).TotalSeconds;
            _callsPerSecond = reading.State.Calls.Data.ToDictionary(
                calls => calls.Key, calls => (calls.Value - last.State.Calls.Data.GetValueOrDefault(calls.Key)) / elapsed);
        }

        if (!ReferenceEquals(_last?.State, reading.State))
        {
            _last = reading;
            _readings.Enqueue(reading with { State = reading.State with { Partitions = [] } });
        }

        while (_readings.Count > 2 && reading.At - _readings.Peek().At > OperationWindow)
        {
            _readings.Dequeue();
        }
    }

    private (double? Calls, double? RequestUnits) PerOperation()
    {
        if (_last is not { } last || !_readings.TryPeek(out var first) || last.Requests <= first.Requests)
        {
            return (null, null);
        }

        var requests = (double)(last.Requests - first.Requests);
        return ((last.DataCalls - first.DataCalls) / requests, (last.State.RequestUnits - first.State.RequestUnits) / requests);
    }

    private sealed record Reading(DateTimeOffset At, ContainerState State, long Requests)
    {
        public long DataCalls { get; } = State.Calls.Data.Values.Sum();

        public bool Continues(Reading before) =>
            State.Id == before.State.Id && DataCalls >= before.DataCalls && Requests >= before.Requests;
    }
}
