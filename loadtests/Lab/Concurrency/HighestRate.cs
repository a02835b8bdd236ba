using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Lab.Concurrency;

/// <summary>
/// The highest rate of successful requests in a run: the highest mean over <see cref="Seconds"/> consecutive whole seconds.
/// A single second could be a burst that cannot be sustained.
/// </summary>
public static class HighestRate
{
    public const int Seconds = 5;

    /// <summary>For a shorter run, the mean of all its whole seconds.</summary>
    public static double Find(LoadRecord load)
    {
        var whole = load.Seconds.Where(second => second.Second + 1 <= load.DurationSeconds).ToList();
        var width = Math.Min(Seconds, whole.Count);
        return width == 0
            ? 0
            : Enumerable.Range(0, whole.Count - width + 1)
                .Max(start => whole.Skip(start).Take(width).Average(second => second.Successful));
    }
}
