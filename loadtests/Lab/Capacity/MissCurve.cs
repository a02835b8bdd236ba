namespace DroneDelivery.LoadTests.Lab.Capacity;

/// <summary>
/// How the share of arrivals that miss grows with the rate. A place on the curve is a linear function of the logarithm of the
/// rate. Its slope is unknown, and it deviates at random from trial to trial.
/// </summary>
/// <param name="Slopes">By how much the place grows when the logarithm of the rate grows by one.</param>
/// <param name="Telling">The distance from the limit's place, to either side, at which a trial is most informative.</param>
internal sealed record MissCurve(
    double[] Places, Func<double, double> ShareAt, double[] Slopes, double[] Deviations, double Telling)
{
    /// <summary>The share that misses at any rate: with zero instead, a single miss would rule out all higher limits.</summary>
    private const double Stray = 1e-4;

    /// <summary>
    /// A queue: the logarithm of the share is linear in the logarithm of the rate, until all arrivals miss. In an M/M/1 queue a
    /// latency exceeds t with probability exp(-(μ - λ) t), and all do from λ = μ on; around the limit the exponent is nearly a
    /// line in the logarithm of λ, of slope λ t. With the lowest slope, misses double when the rate grows by 41 %.
    /// </summary>
    public static MissCurve Queue() => new(
        Steps(-14, 2, 0.1),
        place => Math.Min(1, Math.Exp(place)),
        Slopes: Doubling(2, 33, 0.25),
        Deviations: Doubling(0.1, 8, 1),
        Telling: 1.2);

    /// <summary>Load shedding: arrivals above a rate are refused, and none below it.</summary>
    public static MissCurve Cliff() => new(
        Steps(-0.001, 0.2, 0.001),
        place => Math.Max(Stray, 1 - Math.Exp(-place)),
        Slopes: [1],
        Deviations: Doubling(0.001, 7, 1),
        Telling: 0.01);

    /// <summary>
    /// Load shedding behind a queue of at most a few hundred requests, which is sometimes full even at a rate that the system can
    /// serve: the share that an M/M/1/K queue refuses at a utilization whose logarithm is the place.
    /// </summary>
    public static MissCurve ShortQueue(int length) => new(
        Steps(-0.2, 0.2, 0.002),
        place => Math.Max(Stray, Math.Abs(place) < 1e-9
            ? 1.0 / (length + 1)
            : (1 - Math.Exp(place)) * Math.Exp(length * place) / (1 - Math.Exp((length + 1) * place))),
        Slopes: [1],
        Deviations: Doubling(0.002, 6, 1),
        Telling: 0.01);

    public Scatter[] Scatters { get; } = [.. Deviations.Select(deviation => new Scatter(deviation, Places))];

    private static double[] Steps(double from, double to, double step) =>
        [.. Enumerable.Range(0, (int)Math.Round((to - from) / step) + 1).Select(number => from + (number * step))];

    private static double[] Doubling(double from, int count, double power) =>
        [.. Enumerable.Range(0, count).Select(number => from * Math.Pow(2, number * power))];
}
