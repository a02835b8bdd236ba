namespace DroneDelivery.CosmosEmulator.Query.Values;

/// <summary>Some code points, as ranges; or all code points but these.</summary>
internal sealed class CodePointSet(bool isNegated, params (int First, int Last)[] ranges)
{
    public static CodePointSet All { get; } = new(isNegated: true);

    public static CodePointSet None { get; } = new(isNegated: false);

    /// <summary>The most comparisons that one look-up takes.</summary>
    public int Cost => ranges.Length + 1;

    public bool Contains(int codePoint)
    {
        foreach (var (first, last) in ranges)
        {
            if (codePoint >= first && codePoint <= last)
            {
                return !isNegated;
            }
        }

        return isNegated;
    }
}
