namespace DroneDelivery.CosmosEmulator.Query.Evaluation;

/// <summary>Which of a query's rows are returned.</summary>
/// <param name="Offset">The number of rows that are left out first.</param>
/// <param name="Count">The most rows after them; null for no limit.</param>
internal readonly record struct RowLimits(long Offset, long? Count)
{
    /// <summary>The largest number of TOP, OFFSET and LIMIT, as in the service.</summary>
    public const long Max = uint.MaxValue;

    public static RowLimits None { get; } = new(0, null);

    /// <summary>The number of rows that have to be found; the largest number for no limit.</summary>
    public long Last => Count is { } count ? Math.Min(Max, Offset + count) : Max;

    public IEnumerable<T> Apply<T>(IEnumerable<T> rows)
    {
        var rest = Offset == 0 ? rows : rows.Skip(ToInt(Offset));
        return Count is { } count ? rest.Take(ToInt(count)) : rest;
    }

    // There are never more rows.
    private static int ToInt(long number) => (int)Math.Min(number, int.MaxValue);
}
