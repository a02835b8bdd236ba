namespace DroneDelivery.Gateway.Usage;

/// <summary>Selects the usage to read.</summary>
/// <param name="From">The start of the first interval, as Unix time in seconds.</param>
/// <param name="To">Intervals that start at this time or later are left out.</param>
/// <param name="Step">The length of each interval of the report, in seconds.</param>
/// <param name="Keys">The ids of the keys; null for all keys.</param>
/// <param name="Route">The pattern of the route; null for all routes.</param>
internal sealed record UsageFilter(long From, long To, int Step, IReadOnlySet<string>? Keys, string? Route);

/// <summary>The usage that a store returns for a filter.</summary>
/// <param name="Intervals">The sums of each interval, ordered by its start. Intervals without a request are left out.</param>
internal sealed record UsageRead(
    IReadOnlyDictionary<UsageKey, UsageFigures> Rows, IReadOnlyList<KeyValuePair<long, UsageFigures>> Intervals);
