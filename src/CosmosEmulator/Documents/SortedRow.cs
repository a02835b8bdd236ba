namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>A row of a sorted page.</summary>
/// <param name="Key">As <see cref="SortKeys"/> writes it.</param>
/// <param name="Number">Of its document.</param>
/// <param name="Row">Its place among the rows of the document, from 1 on.</param>
/// <param name="Json">Its result.</param>
internal readonly record struct SortedRow(ReadOnlyMemory<byte> Key, long Number, int Row, byte[] Json);

/// <summary>The order of rows.</summary>
/// <param name="isDescending">Whether rows with equal keys are in descending RID order.</param>
internal sealed class SortedRowComparer(bool isDescending) : IComparer<SortedRow>
{
    public int Compare(SortedRow x, SortedRow y)
    {
        var order = x.Key.Span.SequenceCompareTo(y.Key.Span);
        order = order != 0 ? order : CompareNumbers(x.Number, y.Number);
        return order != 0 ? order : x.Row.CompareTo(y.Row);
    }

    public int CompareNumbers(long x, long y) => isDescending ? y.CompareTo(x) : x.CompareTo(y);
}
