namespace DroneDelivery.CosmosEmulator.Query.Evaluation;

/// <summary>Which of a query's rows are returned.</summary>
/// <param name="Offset">The number of rows that are left out first.</param>
/// <param name="Count">The most rows after them; null for no limit.</param>
internal readonly record struct RowLimits(int Offset, int? Count)
{
    public static RowLimits None { get; } = new(0, null);

    /// <summary>The number of rows that have to be found; the largest number for no limit.</summary>
    public int Last => Count is { } count && count <= int.MaxValue - Offset ? Offset + count : int.MaxValue;

    public IEnumerable<T> Apply<T>(IEnumerable<T> rows)
    {
        var rest = Offset == 0 ? rows : rows.Skip(Offset);
        return Count is { } count ? rest.Take(count) : rest;
    }
}
