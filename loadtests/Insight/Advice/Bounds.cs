using static DroneDelivery.LoadTests.Insight.Figures.FigureText;

namespace DroneDelivery.LoadTests.Insight.Advice;

/// <summary>What bounds a run in which nothing is wrong.</summary>
/// <param name="Cycle">The parts of a user's time from one request to the next, the largest first, in ms.</param>
/// <param name="Capacities">How much each resource would allow, the scarcest first.</param>
public sealed record Bounds(IReadOnlyList<CyclePart> Cycle, IReadOnlyList<Capacity> Capacities)
{
    /// <summary>False where no request was answered with success: there is no latency to explain.</summary>
    public bool Answered { get; init; } = true;

    /// <summary>The part outside the system that takes the most time; null where nothing was measured.</summary>
    public CyclePart? Largest => Cycle.Count > 0 ? Cycle[0] : null;

    /// <summary>What would run out first if more users came.</summary>
    public Capacity? Next => Capacities.Count > 0 ? Capacities[0] : null;

    public string Verdict => Answered ? WithinBounds : "No request was answered with success, so there is no latency to explain: "
        + "put load on for longer, or see in the report why requests failed.";

    private string WithinBounds => string.Join(" ", new[]
    {
        "Nothing in the system holds this run back.",
        Cycle.Count == 0
            ? null
            : $"Of {Milliseconds(Cycle.Sum(part => part.Ms))} from one request of a user to the next, {Parts}.",
        Next is null
            ? null
            : $"With more users the next resource is {Next.Resource}: enough for about {Short(Next.RequestsPerSecond)} req/s.",
    }.OfType<string>());

    private string Parts => string.Join(", ", Cycle.Select(part => $"{Milliseconds(part.Ms)} are {part.Name}"));
}

/// <summary>A part of the time from one request of a user to the next.</summary>
/// <param name="InSystem">False for what no change of the system can shorten.</param>
public sealed record CyclePart(string Name, double Ms, bool InSystem);

/// <summary>By the utilisation law: throughput over the share of the resource that it used.</summary>
/// <param name="Used">From 0 to 1.</param>
public sealed record Capacity(string Resource, double RequestsPerSecond, double Used);
