namespace DroneDelivery.LoadTests.Insight.Advice.Predictions;

/// <summary>
/// The users of a run as a closed queueing network: each of N users is in the system or thinks. For each step of the load, with
/// latency R, think time Z and capacity C of a resource: X = min(N / (R + Z), C), and the resulting latency is max(R, N / C - Z).
/// </summary>
/// <param name="ThinkTimeMs">That of the load; if not known, by Little's law: users over throughput, less latency.</param>
internal sealed record ClosedNetwork(IReadOnlyList<StepSummary> Steps, double ThinkTimeMs)
{
    /// <summary>Null if the run has no users, as in an open loop, or no successful requests.</summary>
    public static ClosedNetwork? FromLoad(LoadRecord load)
    {
        if (load.Successful == 0 || !load.Steps.Any(step => step.Users > 0))
        {
            return null;
        }

        var thinkTime = load.ThinkTimeMs
            ?? LittlesLaw.ThinkTimeMs(LittlesLaw.MeanUsers(load), load.RequestsPerSecond, load.Latency.MeanMs);
        return new ClosedNetwork(load.Steps, Math.Max(0, thinkTime));
    }

    /// <summary>The requests per second of the heaviest step if nothing but latency limits its users.</summary>
    public double PeakRequestsPerSecond(double latencyMs) =>
        LittlesLaw.RequestsPerSecond(Steps.Max(step => step.Users), latencyMs, ThinkTimeMs);

    /// <param name="latencyMs">Latency of a request that does not wait for the resource that limits throughput.</param>
    /// <param name="capacity">Maximum requests per second; infinite if nothing limits them.</param>
    public (double RequestsPerSecond, double MeanMs) Solve(double latencyMs, double capacity)
    {
        var (requests, seconds, waited) = (0.0, 0.0, 0.0);
        foreach (var step in Steps)
        {
            var rate = Math.Min(LittlesLaw.RequestsPerSecond(step.Users, latencyMs, ThinkTimeMs), capacity);
            var latency = Math.Max(latencyMs, (step.Users / capacity * 1000) - ThinkTimeMs);
            requests += rate * step.DurationSeconds;
            seconds += step.DurationSeconds;
            waited += rate * step.DurationSeconds * latency;
        }

        return requests > 0 ? (requests / seconds, waited / requests) : (0, latencyMs);
    }
}
