namespace DroneDelivery.LoadTests.Engine.Statistics;

/// <summary>
/// Draws ranks from 0. Rank k has a probability proportional to 1 / (k + 1)^exponent. Exact: it inverts the cumulative
/// sum.
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
        // BinarySearch returns the complement of the first larger element, or an equal one, whose rank ends before it.
        return Math.Min(found < 0 ? ~found : found + 1, _cumulative.Length - 1);
    }
}
