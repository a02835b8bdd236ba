namespace DroneDelivery.LoadTests.Insight.Figures;

/// <summary>Little's law for users in a closed loop: users = throughput x (latency + think time).</summary>
internal static class LittlesLaw
{
    /// <summary>Mean number of users over the whole load.</summary>
    public static double MeanUsers(LoadRecord load)
    {
        var seconds = load.Steps.Sum(step => step.DurationSeconds);
        return seconds > 0 ? load.Steps.Sum(step => step.Users * step.DurationSeconds) / seconds : 0;
    }

    public static double RequestsPerSecond(double users, double latencyMs, double thinkTimeMs) =>
        users / (latencyMs + thinkTimeMs) * 1000;

    /// <summary>The think time that a throughput needs; negative if no think time allows it.</summary>
    public static double ThinkTimeMs(double users, double requestsPerSecond, double latencyMs) =>
        (users / requestsPerSecond * 1000) - latencyMs;
}
