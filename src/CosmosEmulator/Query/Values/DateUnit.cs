using System.Collections.Frozen;

namespace DroneDelivery.CosmosEmulator.Query.Values;

/// <summary>A part of a date and time that a query names.</summary>
internal enum DateUnit
{
    Year,
    Month,
    Day,
    Hour,
    Minute,
    Second,
    Millisecond,
    Microsecond,
    Nanosecond,
}

/// <summary>The names of the units, and how long those are that always have the same length.</summary>
internal static class DateUnits
{
    private static readonly FrozenDictionary<string, DateUnit> ByName = new Dictionary<string, DateUnit>
    {
        ["year"] = DateUnit.Year,
        ["yyyy"] = DateUnit.Year,
        ["yy"] = DateUnit.Year,
        ["month"] = DateUnit.Month,
        ["mm"] = DateUnit.Month,
        ["m"] = DateUnit.Month,
        ["day"] = DateUnit.Day,
        ["dd"] = DateUnit.Day,
        ["d"] = DateUnit.Day,
        ["hour"] = DateUnit.Hour,
        ["hh"] = DateUnit.Hour,
        ["minute"] = DateUnit.Minute,
        ["mi"] = DateUnit.Minute,
        ["n"] = DateUnit.Minute,
        ["second"] = DateUnit.Second,
        ["ss"] = DateUnit.Second,
        ["s"] = DateUnit.Second,
        ["millisecond"] = DateUnit.Millisecond,
        ["ms"] = DateUnit.Millisecond,
        ["microsecond"] = DateUnit.Microsecond,
        ["mcs"] = DateUnit.Microsecond,
        ["nanosecond"] = DateUnit.Nanosecond,
        ["ns"] = DateUnit.Nanosecond,
    }.ToFrozenDictionary(StringComparer.OrdinalIgnoreCase);

    /// <summary>Null for a name that is not one.</summary>
    public static DateUnit? Find(string name) => ByName.TryGetValue(name, out var unit) ? unit : null;

    /// <summary>0 for a year and a month.</summary>
    public static long CountNanoseconds(DateUnit unit) => unit switch
    {
        DateUnit.Day => 86_400_000_000_000,
        DateUnit.Hour => 3_600_000_000_000,
        DateUnit.Minute => 60_000_000_000,
        DateUnit.Second => 1_000_000_000,
        DateUnit.Millisecond => 1_000_000,
        DateUnit.Microsecond => 1_000,
        DateUnit.Nanosecond => 1,
        _ => 0,
    };
}
