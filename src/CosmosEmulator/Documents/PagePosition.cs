namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>
/// Where a page ends: after a row, not after a number of rows, so that writes between two pages lose and repeat nothing.
/// </summary>
/// <param name="Number">The document of the last row that was read; 0 at the start of a partition.</param>
/// <param name="RowsRead">The number of its rows that were read, if they are not all of them; 0 for all.</param>
/// <param name="Rows">The number of rows of all pages so far, with those that OFFSET leaves out.</param>
/// <param name="SortKey">The keys of the last row in ORDER BY; empty without one.</param>
internal readonly record struct PagePosition(long Number, int RowsRead, int Rows, ReadOnlyMemory<byte> SortKey)
{
    public static PagePosition Start { get; }

    public bool IsStart => Number == 0;
}
