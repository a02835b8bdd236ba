namespace DroneDelivery.Gateway.Usage;

/// <summary>Which usage is asked for.</summary>
/// <param name="From">The first interval's start, as Unix time in seconds.</param>
/// <param name="To">Intervals that start at this time or later are left out.</param>
/// <param name="Step">Seconds that each interval of the answer is long.</param>
/// <param name="Key">Null for all.</param>
/// <param name="Route">Null for all.</param>
internal sealed record UsageFilter(long From, long To, int Step, string? Key, string? Route);

/// <summary>What a store has of it.</summary>
/// <param name="Intervals">By start, those without a request left out.</param>
internal sealed record UsageRead(
    IReadOnlyDictionary<UsageKey, UsageFigures> Rows, IReadOnlyList<KeyValuePair<long, UsageFigures>> Intervals);
