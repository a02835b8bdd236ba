using DroneDelivery.LoadTests.Engine.Statistics;

namespace DroneDelivery.LoadTests.Insight.Statistics;

/// <summary>
/// Draws places of a series again in blocks of neighbours, as what happens in one second still shows in the next.
/// </summary>
internal sealed class MovingBlocks(int places)
{
    private const int ShortestBlock = 4;

    /// <summary>Grows with the third root of the length, the rate that theory asks for: 5 of 45 seconds, 12 of 480.</summary>
    public int Length { get; } = Math.Min(places, Math.Max(ShortestBlock, (int)Math.Round(1.5 * Math.Cbrt(places))));

    public int Count => (places + Length - 1) / Length;

    /// <summary>How often each place was drawn; as many in all as there are places.</summary>
    public int[] Draw(SeededRandom random)
    {
        var weights = new int[places];
        for (var left = places; left > 0; left -= Length)
        {
            var start = random.Next(places - Length + 1);
            for (var place = start; place < start + Math.Min(Length, left); place++)
            {
                weights[place]++;
            }
        }

        return weights;
    }
}
