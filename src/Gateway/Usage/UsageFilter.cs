namespace DroneDelivery.Gateway.Usage;

/// <summary>Selects the usage to read.</summary>
/// <param name="From">The start of the first interval, as Unix time in seconds.</param>
/// <param name="To">Intervals that start at this time or later are left out.</param>
/// <param name="Step">The length of each interval of the report, in seconds.</param>
/// <param name="Keys">The ids of keys; null for all.</param>
/// <param name="Route">Null for all.</param>
internal sealed record UsageFilter(long From, long To, int Step, IReadOnlySet<string>? Keys, string? Route);

/// <summary>What a store has of it.</summary>
/// <param name="Intervals">By start, those without a request left out.</param>
internal sealed record UsageRead(
    IReadOnlyDictionary<UsageKey, UsageFigures> Rows, IReadOnlyList<KeyValuePair<long, UsageFigures>> Intervals);
