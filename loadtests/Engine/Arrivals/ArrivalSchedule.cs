using DroneDelivery.LoadTests.Engine.Statistics;

namespace DroneDelivery.LoadTests.Engine.Arrivals;

/// <summary>The moments at which requests are to arrive, fixed beforehand: a pure function of time, count and seed.</summary>
public sealed class ArrivalSchedule
{
    /// <summary>Prevents rounding errors in the sum of many stages' arrivals from adding or removing an arrival.</summary>
    private const double Rounding = 1e-6;

    private readonly Func<IEnumerable<TimeSpan>> _moments;

    private ArrivalSchedule(
        IReadOnlyList<ArrivalStage> stages, TimeSpan duration, double expected, Func<IEnumerable<TimeSpan>> moments) =>
        (Stages, Duration, Expected, _moments) = (stages, duration, expected, moments);

    /// <summary>A replay has a single stage with its mean rate.</summary>
    public IReadOnlyList<ArrivalStage> Stages { get; }

    public TimeSpan Duration { get; }

    /// <summary>The expected number of arrivals. Poisson arrivals differ from it by about its square root.</summary>
    public double Expected { get; }

    /// <summary>Null for a replay of recorded arrivals.</summary>
    public ArrivalSpacing? Spacing { get; private init; }

    /// <summary>Offsets from the start, in ascending order, each before the end; the same at each call.</summary>
    public IEnumerable<TimeSpan> Moments() => _moments();

    /// <param name="rate">Arrivals per second.</param>
    /// <param name="seed">Used by Poisson arrivals.</param>
    public static ArrivalSchedule Constant(double rate, TimeSpan duration, ArrivalSpacing spacing, ulong seed) =>
        Staged([ArrivalStage.Hold(rate, duration)], spacing, seed);

    /// <summary>Stages one after another. With Poisson spacing: a Poisson process whose rate changes over time.</summary>
    /// <param name="seed">Used by Poisson arrivals.</param>
    public static ArrivalSchedule Staged(IReadOnlyList<ArrivalStage> stages, ArrivalSpacing spacing, ulong seed)
    {
        var curve = new ArrivalCurve(stages);
        return new ArrivalSchedule(stages, curve.Duration, curve.Total, () => curve.MomentsOf(
            UnitRate(spacing, seed).TakeWhile(count => count < curve.Total - Rounding)))
        {
            Spacing = spacing,
        };
    }

    /// <summary>Exactly this number of arrivals. Poisson arrivals may take longer than the duration, or less.</summary>
    /// <param name="rate">Arrivals per second.</param>
    /// <param name="seed">Used by Poisson arrivals.</param>
    public static ArrivalSchedule Counted(double rate, int count, ArrivalSpacing spacing, ulong seed)
    {
        var curve = new ArrivalCurve([ArrivalStage.Hold(rate, TimeSpan.MaxValue)]);
        var stage = ArrivalStage.Hold(rate, TimeSpan.FromSeconds(count / rate));
        return new ArrivalSchedule([stage], stage.Duration, count, () => curve.MomentsOf(UnitRate(spacing, seed).Take(count)))
        {
            Spacing = spacing,
        };
    }

    /// <param name="speed">Must be above zero; 2 is twice as fast as recorded.</param>
    public static ArrivalSchedule Replay(RecordedArrivals recorded, double speed)
    {
        if (!double.IsFinite(speed) || speed <= 0)
        {
            throw new ArgumentOutOfRangeException(nameof(speed), speed, "The speed of a replay is above zero.");
        }

        var duration = recorded.Duration / speed;
        var rate = recorded.Offsets.Count / duration.TotalSeconds;
        return new ArrivalSchedule(
            [ArrivalStage.Hold(rate, duration)],
            duration,
            recorded.Offsets.Count,
            () => recorded.Offsets.Select(offset => offset / speed));
    }

    private static IEnumerable<double> UnitRate(ArrivalSpacing spacing, ulong seed) =>
        spacing == ArrivalSpacing.Even ? Enumerable.InfiniteSequence(0.0, 1) : UnitPoisson(seed);

    /// <summary>
    /// Arrivals of a Poisson process of rate 1. Mapping them through the inverse of a rate's integral gives arrivals of that rate
    /// (time transformation: Cinlar, Introduction to Stochastic Processes, 1975, section 4.7).
    /// </summary>
    private static IEnumerable<double> UnitPoisson(ulong seed)
    {
        var random = SeededRandom.ForStream(seed);
        for (var count = NextGap(random); ; count += NextGap(random))
        {
            yield return count;
        }
    }

    private static double NextGap(SeededRandom random) => -Math.Log(1 - random.NextDouble());
}

public enum ArrivalSpacing
{
    /// <summary>Arrival k is at the moment at which the integral of the rate reaches k.</summary>
    Even,

    /// <summary>Independent users: gaps are exponential, drawn from a seed, and the rate sets their mean.</summary>
    Poisson,
}
