namespace DroneDelivery.LoadTests.Insight.Charts;

internal static class LabelPlacement
{
    private const double LineHeight = 14;

    /// <summary>Moves overlapping labels apart, and keeps them between top and bottom if there is enough space.</summary>
    public static IReadOnlyList<double> Apart(IReadOnlyList<double> ascending, double top, double bottom)
    {
        var placed = ascending.ToArray();
        for (var index = 0; index < placed.Length; index++)
        {
            placed[index] = Math.Max(placed[index], index == 0 ? top : placed[index - 1] + LineHeight);
        }

        for (var index = placed.Length - 1; index >= 0; index--)
        {
            placed[index] = Math.Min(placed[index], index == placed.Length - 1 ? bottom : placed[index + 1] - LineHeight);
        }

        return placed;
    }
}
