using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Lab.Concurrency;

/// <summary>
/// The highest successful requests per second of a run: the mean of those whole seconds in a row, <see cref="Seconds"/> of them,
/// that have the most. A single second would show a burst that nothing can keep up.
/// </summary>
public static class HighestRate
{
    public const int Seconds = 5;

    /// <summary>Of a run that is shorter, the mean of all its whole seconds.</summary>
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
