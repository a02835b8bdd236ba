namespace DroneDelivery.LoadTests.Insight.Advice;

/// <summary>The limits of a run without findings.</summary>
/// <param name="Cycle">The parts of a user's cycle, from one request to the next, the largest first, in ms.</param>
/// <param name="Capacities">The throughput that each resource allows, the lowest first.</param>
/// <param name="Answered">False if no request was successful: there is no latency to explain.</param>
public sealed record Bounds(IReadOnlyList<CyclePart> Cycle, IReadOnlyList<Capacity> Capacities, bool Answered = true)
{
    /// <summary>The resource that limits throughput first if users are added.</summary>
    public Capacity? Next => Capacities.Count > 0 ? Capacities[0] : null;

    public string Verdict => Answered ? WithinBounds : "No request was answered with success, so there is no latency to explain: "
        + "run the load for longer, or look in the report why requests failed.";

    private string WithinBounds => "No known cause limits this run."
        + (Cycle.Count == 0
            ? ""
            : $" Of {Milliseconds(Cycle.Sum(part => part.Ms))} from one request of a user to the next, {Parts}.")
        + (Next is null
            ? ""
            : $" With more users the next resource is {Next.Resource}: enough for about {Short(Next.RequestsPerSecond)} req/s.");

    private string Parts => string.Join(", ", Cycle.Select(part => $"{Milliseconds(part.Ms)} are {part.Name}"));
}

/// <summary>A part of a user's cycle, which is the time from one request to the next.</summary>
/// <param name="InSystem">False if no change of the system can shorten the part.</param>
public sealed record CyclePart(string Name, double Ms, bool InSystem);

/// <summary>By the utilization law: the throughput divided by the utilization of the resource.</summary>
/// <param name="Used">From 0 to 1.</param>
public sealed record Capacity(string Resource, double RequestsPerSecond, double Used);
