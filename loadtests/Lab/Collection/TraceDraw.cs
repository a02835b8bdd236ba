using System.Globalization;
using DroneDelivery.LoadTests.Engine.Statistics;

namespace DroneDelivery.LoadTests.Lab.Collection;

/// <summary>
/// One random number for each trace, drawn from the seed and the trace's id: whoever keeps the smallest numbers keeps a uniform
/// sample, in whatever order things come, and a larger sample holds a smaller one.
/// </summary>
internal static class TraceDraw
{
    /// <param name="traceId">32 hex digits.</param>
    public static ulong Of(ulong seed, ReadOnlySpan<char> traceId)
    {
        Span<int> words = stackalloc int[4];
        for (var i = 0; i < words.Length; i++)
        {
            words[i] = int.Parse(traceId.Slice(i * 8, 8), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture);
        }

        return SeededRandom.ForStream(seed, words).NextUInt64();
    }
}
