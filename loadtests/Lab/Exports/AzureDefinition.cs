namespace DroneDelivery.LoadTests.Lab.Exports;

/// <summary>A test of Azure Load Testing, as the YAML file for its pipelines and command line.</summary>
/// <remarks>https://learn.microsoft.com/azure/load-testing/reference-test-config-yaml, version v0.1</remarks>
internal static class AzureDefinition
{
    /// <summary>The limit of a test run: https://learn.microsoft.com/azure/load-testing/resource-limits-quotas-capacity</summary>
    public const int MaxEngines = 400;

    /// <exception cref="FormatException">Each engine runs the same plan, so all must have the same number of users.</exception>
    public static int CheckEngines(int engines, int users) => users % engines == 0 ? engines : throw new FormatException(
        $"{users} users cannot be divided evenly over {engines} engines: --engines can be "
        + $"{string.Join(", ", Enumerable.Range(1, users).Where(each => users % each == 0))}.");

    /// <param name="notes">The differences from the load here, one line each.</param>
    public static string Write(ExportedUsers load, int engines, IEnumerable<string> notes) => $"""
        version: v0.1
        testId: {load.Name}
        displayName: {load.Name}
        description: {Users(load)}
        testType: JMX
        testPlan: {load.Name}.jmx
        configurationFiles:
          - {load.Name}.csv
        engineInstances: {engines}
        splitAllCSVs: {(engines > 1 ? "true" : "false")}
        {Comments(notes)}{Criteria(load)}autoStop:
          errorPercentage: 90
          timeWindow: 60
        env:
          - name: webapp
            value: http://gateway.example.org

        """;

    private static string Comments(IEnumerable<string> notes) => string.Concat(notes.Select(note => $"# {note}\n"));

    private static string Criteria(ExportedUsers load) => load.Thresholds.Count == 0 ? "" : string.Concat(
        load.Thresholds.Select(threshold => $"  - {AzureCriteria.FromThreshold(threshold)}\n").Prepend("failureCriteria:\n"));

    private static string Users(ExportedUsers load) =>
        $"{load.Profile.Steps[0].Users} to {load.Profile.Steps[^1].Users} users in {load.Duration.TotalSeconds:0} s, "
        + "one invoice after another";
}

/// <summary>
/// Converts thresholds to fail criteria of Azure Load Testing, for the measured requests. A fail criterion is the opposite of a
/// threshold, in whole milliseconds and per cent.
/// </summary>
/// <remarks>https://learn.microsoft.com/azure/load-testing/how-to-define-test-criteria</remarks>
internal static class AzureCriteria
{
    private static readonly string[] Percentiles = ["p50", "p75", "p90", "p95", "p96", "p97", "p98", "p99", "p99.9", "p99.99"];

    /// <exception cref="FormatException">Azure Load Testing has no such criterion.</exception>
    public static string FromThreshold(Threshold threshold) => $"{JMeterPlan.Measured}: {Condition(threshold)}";

    private static string Condition(Threshold threshold)
    {
        var below = threshold.Operator.Text is "<" or "<=";
        var milliseconds = PlainNumber.Format(Math.Ceiling(Math.Round(threshold.Limit / 1_000, 6)));
        return (threshold.Figure, threshold.Unit, below) switch
        {
            ("mean", _, true) => $"avg(response_time_ms) > {milliseconds}",
            ("max", _, true) => $"max(response_time_ms) > {milliseconds}",
            (var figure, LimitUnit.Microseconds, true) when Percentiles.Contains(figure) =>
                $"{figure.Replace(".", "", StringComparison.Ordinal)}(response_time_ms) > {milliseconds}",
            ("errors", LimitUnit.Share, true) => $"percentage(error) > {PlainNumber.Format(threshold.Limit * 100)}",
            ("errors", LimitUnit.Count, _) when threshold is { Limit: 0, Operator.Text: "==" or "<=" } => "percentage(error) > 0",
            ("rate", _, false) when threshold.Operator.Text != "==" =>
                $"avg(requests_per_sec) < {PlainNumber.Format(threshold.Limit)}",
            _ => throw new FormatException(
                $"Azure Load Testing has no criterion for {threshold}: it supports {string.Join(", ", Percentiles)}, mean and "
                + "max below a time, errors<N%, errors==0 and rate>N."),
        };
    }
}

/// <summary>The differences between Azure and the lab in users and in the meaning of a threshold, one line each.</summary>
internal static class AzureNotes
{
    public static IEnumerable<string> ForLoad(ExportedLoad load, InvoiceRequest request, int engines) => new[]
    {
        engines > 1 ? $"{engines} users start at the same time, one on each engine, and not one after another." : null,
        request.RoundTripMs > 0 && load.Thresholds.Any(threshold => threshold.Unit == LimitUnit.Microseconds)
            ? "response_time_ms leaves out the simulated network, "
                + $"{PlainNumber.Format(request.RoundTripMs)} ms on average, which latency includes here and in k6: "
                + "a limit of the same time is easier to keep."
            : null,
        load.Thresholds.Any(threshold => threshold.Unit == LimitUnit.PerSecond)
            ? "requests_per_sec counts all requests, those that fail too; rate counts successes here."
            : null,
    }.OfType<string>();
}
