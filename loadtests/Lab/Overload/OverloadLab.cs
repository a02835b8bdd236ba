using System.Globalization;
using DroneDelivery.LoadTests.Engine.Journeys;
using DroneDelivery.LoadTests.Scenarios.Tuning;

namespace DroneDelivery.LoadTests.Lab.Overload;

/// <summary>
/// More than the system can take. What holds it back is the Delivery service's connections to the database and not the machine's
/// CPU, so that the load generator, which shares the machine, takes nothing from the system when it offers four times as much.
/// </summary>
public static class OverloadLab
{
    public const string Name = "overload";
    public const string None = "none";
    public const string Fixed = "fixed";
    public const string Adaptive = "adaptive";

    /// <summary>Names of shapes.</summary>
    public const string Step = "step";
    public const string Ladder = "ladder";

    private const string Polite = "polite-retries";

    /// <summary>
    /// Each carries one call at a time: with a mean latency of 47 ms, the profile's, at most 255 calls a second, one for each
    /// invoice.
    /// </summary>
    public const int Connections = 12;

    private const string SheddingFlag = "--shedding";
    private const string LimitFlag = "--concurrency-limit";
    private const double LightLoad = 0.05;

    /// <summary>More than the connections can use.</summary>
    private const int Throughput = 9_000;

    public static IReadOnlyList<string> SheddingModes { get; } = [None, Fixed, Adaptive];

    /// <summary>Clients that ask again at once, whatever the answer was.</summary>
    public static RetryPolicy Impatient { get; } = new(Retries: 3, Patience: TimeSpan.FromSeconds(1));

    /// <summary>The same number of tries, further and further apart, at random, and not before the server wants them.</summary>
    public static RetryPolicy Patient { get; } = Impatient with
    {
        FirstWait = TimeSpan.FromMilliseconds(500),
        Jitter = true,
        HonorsRetryAfter = true,
    };

    /// <param name="limit">Of <see cref="Fixed"/>: requests in flight.</param>
    public static OverloadSetting Shedding(string mode, int limit, int connections) => new(
        mode,
        TuningLab.OwnerKey with
        {
            Throughput = Throughput,
            GatewayFlags = mode == Fixed
                ? new Dictionary<string, string> { [SheddingFlag] = mode, [LimitFlag] = Number(limit) }
                : new Dictionary<string, string> { [SheddingFlag] = mode },
            MoreDeliveryFlags = new Dictionary<string, string> { ["--cosmos-connections"] = Number(connections) },
        });

    /// <summary>The ladder first: it finds the peak, and leaves processes whose memory has settled.</summary>
    /// <param name="full">As long as the goals ask for; else as short as shows the same.</param>
    public static IReadOnlyList<OverloadShape> Shapes(bool full) =>
    [
        new(Ladder, "Ladder from 0.5 to 4 times", Rungs(full), Hold(LightLoad, full ? 30 : 6)),
        new(Step, "Step to three times the capacity", [Hold(0.5, 2), Hold(3, full ? 60 : 20)], Hold(LightLoad, full ? 30 : 8)),
        new("spike", "Spike to four times", [Hold(0.5, 2), Hold(4, full ? 10 : 3)], Hold(0.5, full ? 40 : 8)),
        Storm("retry-storm", "Clients that ask again at once", Impatient, full),
        Storm(Polite, "Clients that wait before they ask again", Patient, full),
    ];

    public static IReadOnlyList<string> ShapeNames { get; } =
        [.. Shapes(full: false).Select(shape => shape.Name), MetastableLab.Name];

    /// <summary>Those that answer what the lab is for.</summary>
    public static IReadOnlyList<string> UsualShapes { get; } = [.. ShapeNames.Where(name => name != Polite)];

    private static List<OverloadStep> Rungs(bool full)
    {
        double[] rungs = full ? [0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4] : [0.5, 1, 1.5, 2, 3, 4];
        return [.. rungs.Select(times => Hold(times, full ? 15 : 3))];
    }

    /// <summary>The load after the burst is one that the system serves with ease, if nobody asks twice.</summary>
    private static OverloadShape Storm(string name, string title, RetryPolicy retries, bool full) =>
        new(name, title, [Hold(0.7, 2), Hold(1.5, full ? 20 : 5)], Hold(0.7, full ? 60 : 8)) { Retries = retries };

    private static OverloadStep Hold(double times, double seconds) => new(times, TimeSpan.FromSeconds(seconds));

    private static string Number(int value) => value.ToString(CultureInfo.InvariantCulture);
}
