namespace DroneDelivery.LoadTests.Lab.Collection;

/// <summary>
/// One random number for each trace, a pure function of the seed and the trace's id. The traces with the smallest numbers are a
/// uniform sample, in any order of arrival, and a larger sample contains a smaller one.
/// </summary>
internal static class SampleDraw
{
    /// <param name="traceId">32 hex digits.</param>
    public static ulong ForTrace(ulong seed, ReadOnlySpan<char> traceId)
    {
        Span<int> words = stackalloc int[4];
        for (var i = 0; i < words.Length; i++)
        {
            words[i] = int.Parse(traceId.Slice(i * 8, 8), NumberStyles.AllowHexSpecifier);
        }

        return SeededRandom.ForStream(seed, words).NextUInt64();
    }
}
