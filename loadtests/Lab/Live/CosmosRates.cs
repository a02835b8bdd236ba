namespace DroneDelivery.LoadTests.Lab.Live;

/// <summary>Converts the counters of a container to rates. They start from nothing when a counter falls.</summary>
internal sealed class CosmosRates
{
    // RU and calls per operation: one second has too few requests for a ratio, and RU are counted before the request ends.
    private static readonly TimeSpan OperationWindow = TimeSpan.FromSeconds(5);

    private readonly Queue<Reading> _readings = new();
    private Dictionary<string, double> _callsPerSecond = [];

    /// <param name="requests">The number of requests that ended so far, including failures.</param>
    /// <param name="second">The second, in Unix time, whose RU are returned: one that was read completely.</param>
    public LiveCosmos Read(ContainerState state, long requests, long second)
    {
        Keep(new Reading(state, requests));
        var (calls, units) = PerOperation();
        return new LiveCosmos(
            state.Id,
            state.PartitionKeyPath,
            state.Throughput,
            _callsPerSecond,
            [.. state.Partitions.Select(partition =>
                new LivePartition(partition.Id, partition.RequestUnitsIn(second), partition.BudgetPerSecond))],
            calls,
            units);
    }

    /// <summary>A state that was already read is not stored again: the previous rates stay.</summary>
    private void Keep(Reading reading)
    {
        var last = _readings.LastOrDefault();
        if (last is not null && !reading.Continues(last))
        {
            _readings.Clear();
            last = null;
        }

        if (!ReferenceEquals(last?.State, reading.State))
        {
            _readings.Enqueue(reading);
            _callsPerSecond = last is null ? [] : reading.CallsPerSecondSince(last);
        }

        while (_readings.Count > 2 && reading.State.Time - _readings.Peek().State.Time > OperationWindow)
        {
            _readings.Dequeue();
        }
    }

    private (double? Calls, double? RequestUnits) PerOperation()
    {
        var (first, last) = (_readings.Peek(), _readings.Last());
        var requests = (double)(last.Requests - first.Requests);
        return requests > 0
            ? ((last.DataCalls - first.DataCalls) / requests, (last.State.RequestUnits - first.State.RequestUnits) / requests)
            : (null, null);
    }

    private sealed record Reading(ContainerState State, long Requests)
    {
        public long DataCalls { get; } = State.Calls.Data.Values.Sum();

        public bool Continues(Reading before) =>
            State.Id == before.State.Id && DataCalls >= before.DataCalls && Requests >= before.Requests;

        public Dictionary<string, double> CallsPerSecondSince(Reading before) => State.Calls.Data.ToDictionary(
            calls => calls.Key,
            calls => (calls.Value - before.State.Calls.Data.GetValueOrDefault(calls.Key))
                / (State.Time - before.State.Time).TotalSeconds);
    }
}
