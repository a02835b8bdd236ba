namespace DroneDelivery.LoadTests.Lab.Capacity;

/// <summary>
/// How the share of arrivals that miss grows with the rate. A place on the curve moves with the logarithm of the rate, times a
/// slope that is not known, and scatters from trial to trial.
/// </summary>
internal sealed class MissCurve
{
    /// <summary>Some arrivals miss at any rate; without them, one of ten thousand, a single one would rule a limit out.</summary>
    private const double Stray = 1e-4;

    private readonly Func<double, double> _share;

    private MissCurve(
        double[] places,
        Func<double, double> share,
        double[] slopes,
        double[] deviations,
        double telling)
    {
        (_share, Places, Slopes, Telling) = (share, places, slopes, telling);
        Scatters = [.. deviations.Select(deviation => new Scatter(deviation, places))];
    }

    /// <summary>
    /// A queue: the logarithm of the share is a line of the logarithm of the rate, until all miss. In an M/M/1 queue a latency is
    /// longer than t with chance exp(-(μ - λ) t), all of them from λ = μ on; around the limit its exponent is such a line, of
    /// slope λ t. From nearly idle, where misses double when the rate grows by a third, to hardly a rate between none and all.
    /// </summary>
    public static MissCurve Queue { get; } = new(
        Steps(-14, 2, 0.1),
        place => Math.Min(1, Math.Exp(place)),
        slopes: Doubling(2, 33, 0.25),
        deviations: Doubling(0.1, 8, 1),
        telling: 1.2);

    /// <summary>Load shedding: what is above a rate is refused, and nothing below.</summary>
    public static MissCurve Cliff { get; } = new(
        Steps(-0.001, 0.2, 0.001),
        place => Math.Max(Stray, 1 - Math.Exp(-place)),
        slopes: [1],
        deviations: Doubling(0.001, 7, 1),
        telling: 0.01);

    /// <summary>
    /// Load shedding behind a queue of a few hundred places or less, which is full now and then below the rate that is too high:
    /// the share that an M/M/1/K queue refuses at a utilisation whose logarithm is the place.
    /// </summary>
    public static MissCurve ShortQueue(int length) => new(
        Steps(-0.2, 0.2, 0.002),
        place => Math.Max(Stray, Math.Abs(place) < 1e-9
            ? 1.0 / (length + 1)
            : (1 - Math.Exp(place)) * Math.Exp(length * place) / (1 - Math.Exp((length + 1) * place))),
        slopes: [1],
        deviations: Doubling(0.002, 6, 1),
        telling: 0.01);

    public double[] Places { get; }

    /// <summary>How many places the curve goes on when the logarithm of the rate grows by one.</summary>
    public double[] Slopes { get; }

    public Scatter[] Scatters { get; }

    /// <summary>How many places to either side of the limit a trial tells most of it.</summary>
    public double Telling { get; }

    public double ShareAt(double place) => _share(place);

    private static double[] Steps(double from, double to, double step) =>
        [.. Enumerable.Range(0, (int)Math.Round((to - from) / step) + 1).Select(number => from + (number * step))];

    private static double[] Doubling(double from, int count, double power) =>
        [.. Enumerable.Range(0, count).Select(number => from * Math.Pow(2, number * power))];
}
