namespace DroneDelivery.LoadTests.Lab.Overload;

/// <summary>The steps of an overload, and the load after it. Always an open loop.</summary>
/// <param name="Name">The name on the command line and in files.</param>
/// <param name="After">
/// The light or usual load that shows whether the system is back to normal; its duration is the longest wait for that.
/// </param>
public sealed record OverloadShape(string Name, string Title, IReadOnlyList<OverloadStep> Steps, OverloadStep After)
{
    /// <summary>
    /// Whether one of the Deliveries is killed when the second step starts, and started again when the third does.
    /// </summary>
    public bool Crashes { get; init; }

    /// <summary>How the clients retry; null for clients without retries.</summary>
    public RetryPolicy? Retries { get; init; }

    /// <summary>The duration of the steps, without the load after them.</summary>
    public TimeSpan Duration => TimeSpan.FromSeconds(StartOf(Steps.Count));

    /// <summary>When a step starts, in seconds; the load after the steps has the number of steps as its index.</summary>
    public double StartOf(int step) => Steps.Take(step).Sum(each => each.Duration.TotalSeconds);
}
