using DroneDelivery.LoadTests.Engine.Statistics;

namespace DroneDelivery.LoadTests.Engine.Arrivals;

/// <summary>When requests are to arrive, fixed beforehand: a pure function of time, count and seed.</summary>
public sealed class ArrivalSchedule
{
    /// <summary>Keeps the sum of many stages' arrivals from gaining or losing one by the last bits of a double.</summary>
    private const double Rounding = 1e-6;

    private readonly Func<IEnumerable<TimeSpan>> _moments;

    private ArrivalSchedule(
        IReadOnlyList<ArrivalStage> stages, TimeSpan duration, double expected, Func<IEnumerable<TimeSpan>> moments) =>
        (Stages, Duration, Expected, _moments) = (stages, duration, expected, moments);

    /// <summary>A replay has one, of its mean rate.</summary>
    public IReadOnlyList<ArrivalStage> Stages { get; }

    public TimeSpan Duration { get; }

    /// <summary>The number of arrivals asked for; that of Poisson arrivals differs from it by about its square root.</summary>
    public double Expected { get; }

    /// <summary>Null where the moments are recorded ones.</summary>
    public ArrivalSpacing? Spacing { get; private init; }

    /// <summary>From the start, in order, each before the end; the same each time it is called.</summary>
    public IEnumerable<TimeSpan> Moments() => _moments();

    /// <param name="rate">Arrivals per second.</param>
    /// <param name="seed">For Poisson arrivals.</param>
    public static ArrivalSchedule Constant(double rate, TimeSpan duration, ArrivalSpacing spacing, ulong seed) =>
        Staged([ArrivalStage.Hold(rate, duration)], spacing, seed);

    /// <summary>
    /// Stages one after another. With Poisson spacing the rate is that of a Poisson process that changes with time.
    /// </summary>
    /// <param name="seed">For Poisson arrivals.</param>
    public static ArrivalSchedule Staged(IReadOnlyList<ArrivalStage> stages, ArrivalSpacing spacing, ulong seed)
    {
        var curve = new ArrivalCurve(stages);
        return new ArrivalSchedule(stages, curve.Duration, curve.Total, () => curve.MomentsOf(
            spacing == ArrivalSpacing.Even ? WholeNumbers(curve.Total - Rounding) : UnitPoisson(curve.Total, seed)))
        {
            Spacing = spacing,
        };
    }

    /// <param name="speed">2 is twice as fast as recorded.</param>
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

    private static IEnumerable<double> WholeNumbers(double below)
    {
        for (var count = 0L; count < below; count++)
        {
            yield return count;
        }
    }

    /// <summary>
    /// Arrivals of a Poisson process with one a unit. Read through the integral of a rate they become those of that rate (time
    /// transformation: Cinlar, Introduction to Stochastic Processes, 1975, section 4.7).
    /// </summary>
    private static IEnumerable<double> UnitPoisson(double below, ulong seed)
    {
        var random = SeededRandom.ForStream(seed);
        for (var count = NextGap(random); count < below; count += NextGap(random))
        {
            yield return count;
        }
    }

    private static double NextGap(SeededRandom random) => -Math.Log(1 - random.NextDouble());
}

public enum ArrivalSpacing
{
    /// <summary>Each arrival at the moment at which the number asked for until then reaches a whole number.</summary>
    Even,

    /// <summary>Independent users: gaps are exponential, drawn from a seed, and only their mean is asked for.</summary>
    Poisson,
}
