namespace DroneDelivery.LoadTests.Engine.Statistics;

/// <summary>
/// Draws ranks, from 0, of which rank k has a probability in proportion to 1 / (k + 1) to an exponent. Exact: by the inverse of
/// its sum.
/// </summary>
internal sealed class ZipfRanks
{
    private readonly double[] _cumulative;

    public ZipfRanks(int count, double exponent)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(count);
        if (!double.IsFinite(exponent) || exponent < 0)
        {
            throw new ArgumentOutOfRangeException(nameof(exponent), exponent, "An exponent of Zipf's law is zero or more.");
        }

        var sum = 0.0;
        _cumulative = [.. Enumerable.Range(1, count).Select(rank => sum += Math.Pow(rank, -exponent))];
    }

    public int Draw(Random random)
    {
        var found = Array.BinarySearch(_cumulative, random.NextDouble() * _cumulative[^1]);
        // A value that was not found gives the complement of the first above it; one that was is that one's upper end, excluded.
        return Math.Min(found < 0 ? ~found : found + 1, _cumulative.Length - 1);
    }
}
