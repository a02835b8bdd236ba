namespace DroneDelivery.CosmosEmulator.Throughput;

/// <summary>What a partition was asked and what it spent, in all and by second. The owner's lock guards it.</summary>
internal sealed class UsageHistory
{
    private const int KeptSeconds = 900;
    private readonly List<SecondUsage> _seconds = [];
    private long _calls;
    private long _throttled;
    private long _errors;
    private RequestUnits _requestUnits;

    public void AddCall(long second, RequestUnits charge, bool isError)
    {
        var errors = isError ? 1 : 0;
        _calls++;
        _errors += errors;
        _requestUnits += charge;
        var usage = At(second);
        usage.Errors += errors;
        usage.Calls++;
        usage.RequestUnits += charge;
    }

    public void AddThrottled(long second)
    {
        _calls++;
        _throttled++;
        var usage = At(second);
        usage.Calls++;
        usage.Throttled++;
    }

    public void Clear()
    {
        _seconds.Clear();
        _calls = 0;
        _throttled = 0;
        _errors = 0;
        _requestUnits = default;
    }

    public UsageSnapshot Snapshot(long sinceSecond, double budgetPerSecond)
    {
        var seconds = _seconds.Where(usage => usage.Second >= sinceSecond)
            .Select(usage => new SecondSnapshot(
                usage.Second, usage.RequestUnits.Value, usage.Calls, usage.Throttled, usage.Errors));
        return new UsageSnapshot(_requestUnits.Value, _calls, _throttled, _errors, budgetPerSecond, seconds.ToArray());
    }

    private SecondUsage At(long second)
    {
        if (_seconds.Count > 0 && _seconds[^1].Second >= second)
        {
            return _seconds[^1];
        }

        if (_seconds.Count == KeptSeconds)
        {
            _seconds.RemoveAt(0);
        }

        var usage = new SecondUsage { Second = second };
        _seconds.Add(usage);
        return usage;
    }

    private sealed class SecondUsage
    {
        public required long Second { get; init; }

        public RequestUnits RequestUnits { get; set; }

        public long Calls { get; set; }

        public long Throttled { get; set; }

        public long Errors { get; set; }
    }
}

/// <summary>Calls include the throttled ones and the errors, which are those with a status from 500 on.</summary>
internal sealed record UsageSnapshot(
    double RequestUnits, long Calls, long Throttled, long Errors, double BudgetPerSecond, IReadOnlyList<SecondSnapshot> Seconds);

/// <summary>One second of the Unix clock.</summary>
internal sealed record SecondSnapshot(long Second, double RequestUnits, long Calls, long Throttled, long Errors);
