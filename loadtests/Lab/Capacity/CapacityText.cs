namespace DroneDelivery.LoadTests.Lab.Capacity;

/// <summary>Describes the result of a search in sentences.</summary>
public static class CapacityText
{
    /// <summary>The line that is printed when a trial ends.</summary>
    public static string Describe(CapacityTrial trial, string unit) =>
        $"{trial.Purpose.ToString().ToLowerInvariant(),-10}  {Offered(trial, unit),12}  {trial.Throughput,7:0.0} "
        + $"{RateUnit(unit)} answered  p50 {Latency(trial.P50Ms),8}  p99 {Latency(trial.P99Ms),8}{Successes(trial)}  "
        + $"missed {trial.MissedShare * 100,5:0.00} %  {trial.CpuName} {trial.CpuShare * 100,3:0} %"
        + (trial.GeneratorLimit is { } limit ? $"  generator: {limit}" : "")
        + (trial.Disturbance is { } disturbance ? $"  disturbed: {disturbance}" : "");

    /// <summary>A percentile in whole milliseconds: <c>12 ms</c>, or <c>at least 450 ms</c> if it is a lower bound.</summary>
    internal static string Latency(LatencyValue latency) => latency.ToText(ms => $"{ms:0}", " ms");

    /// <summary>A limit in one sentence.</summary>
    public static string Describe(FoundLimit limit, string unit) =>
        Sentence(limit, unit) + (limit.Reason is { } reason && !limit.Interrupted ? $" {Capitalized(reason)}." : "");

    private static string Sentence(FoundLimit limit, string unit) => limit switch
    {
        { Interrupted: true } => $"{limit.Goal}: the search was interrupted before it found the limit. {SoFar(limit, unit)}",
        { Rate: null } => $"{limit.Goal}: not kept at any rate tried.",
        { Estimate: { IsBracket: true } e } =>
            $"{limit.Goal}: {Short(e.Rate)} {unit}, between the tried rates {Short(e.Low)} and {Short(e.High)} ({e.Basis}).",
        { Estimate: { } e } =>
            $"{limit.Goal}: {Short(e.Rate)} {unit} ({e.Basis}, {e.Uncertainty * 100:0.0} % to either side).",
        { LowestMissed: null, Rate: { } rate } =>
            $"{limit.Goal}: kept up to {Short(rate)} {unit}, the highest tried ({VerdictBasis.Describe(runs: 1)}).",
        _ => $"{limit.Goal}: between {Short(limit.Rate.Value)} and {Short(limit.LowestMissed!.Value)} {unit} "
            + $"({VerdictBasis.Describe(runs: 1)}).",
    };

    private static string SoFar(FoundLimit limit, string unit) => limit switch
    {
        { HighestMet: { } met, LowestMissed: { } missed } =>
            $"So far the goal was kept at {Short(met)} {unit} and missed at {Short(missed)} {unit}.",
        { HighestMet: { } met } => $"So far the goal was kept at every rate tried, up to {Short(met)} {unit}.",
        _ => $"So far the goal was missed at every rate tried, from {Short(limit.LowestMissed ?? 0)} {unit} on.",
    };

    /// <summary>The fitted scalability law in one sentence; null if there is none.</summary>
    public static string? Describe(ScalabilityModel? model) => model is null
        ? null
        : $"Scalability law: {Short(model.Lambda)} req/s for one request at a time, contention {model.Sigma:0.####}, "
            + $"coherency {model.Kappa:0.######}, R² {model.Fit:0.000}; {Peak(model)}.";

    /// <summary>A prediction in one sentence.</summary>
    public static string Describe(InstancePrediction prediction) =>
        $"{prediction.Instances} instances, predicted: {Range(prediction)} req/s"
        + (prediction.CappedBy is { } cap ? $", held back by what they share: {cap.Name} allow {Short(cap.Rate)} req/s." : ".");

    /// <summary>
    /// Mean and coefficient of variation, for each variant that was searched more than once, and how many intervals were
    /// confirmed.
    /// </summary>
    public static IEnumerable<string> Repeatability(CapacityRecord record) => record.Searches.Count > 0
        ? Variation(record).Concat(Coverage(record))
        : ["No trial had ended: nothing is known of the limit."];

    private static IEnumerable<string> Coverage(CapacityRecord record) =>
        from variant in record.Searches.GroupBy(search => search.Variant)
        let held = variant.Select(search => search.IntervalHeld).OfType<bool>().ToList()
        where held.Count > 0
        select $"{variant.Key}: the interval held in {held.Count(each => each)} of {held.Count} searches (in long trials "
            + $"at most 1 % missed at its lower end, 1 % or more at its upper).";

    private static IEnumerable<string> Variation(CapacityRecord record) =>
        from variant in record.Searches.GroupBy(search => search.Variant)
        let rates = variant.Select(search => search.ByLatency.Rate).OfType<double>().ToArray()
        where rates.Length > 1
        select $"{variant.Key}: {rates.Length} searches, mean {Short(rates.Average())}, coefficient of variation "
            + $"{Spread.CoefficientOfVariation(rates) * 100:0.0} %.";

    /// <summary>The results of one search, a sentence each.</summary>
    public static IEnumerable<string> Describe(SearchRecord search, SharedLimit? shared)
    {
        string?[] sentences =
        [
            Describe(search.ByLatency, search.Unit)
                + (search.ClosedLoop && search.ByLatency.Throughput is { } reached ? $" They get {Short(reached)} req/s." : ""),
            search.ByResources is { } resources ? Describe(resources, search.Unit) : null,
            Describe("TCP connection", search.AtLimit?.TcpConnects, search),
            Describe("full TLS handshake", search.AtLimit?.TlsHandshakes, search),
            !search.ByLatency.Interrupted && search.Knee is { } knee
                ? $"Knee: {Offered(knee, search.Unit)}, {Short(knee.Throughput)} {RateUnit(search.Unit)}, "
                    + $"{Short(knee.MeanMs)} ms on average."
                : null,
            Describe(search.Scalability),
            .. search.Predict(shared).Select(Describe),
            .. search.Confirmations.Select(
                trial => $"Confirmed for {Short(trial.Seconds)} s: {Describe(trial, search.Unit)}"),
            search.Repeated > 0 ? $"Trials that were run again because the machine was disturbed: {search.Repeated}." : null,
            search.Trials.Where(trial => trial.Disturbance is not null).ToList() is { Count: > 0 } disturbed
                ? $"Trials that stayed disturbed: {disturbed.Count} of {search.Trials.Count}. {disturbed[0].Disturbance}"
                : null,
            search.ByLatency.GeneratorLimit is { } limit ? $"The load generator may have been the limit: {limit}" : null,
            search.Scalability is null ? null : "Predicted for instances on separate machines. The worst case: they share "
                + "everything that limits this one. The best case: they share nothing.",
        ];
        return sentences.OfType<string>();
    }

    private static string Successes(CapacityTrial trial) => trial.SuccessP50Ms is { } median && trial.SuccessP99Ms is { } p99
        ? $"  successes alone p50 {median:0} ms p99 {p99:0} ms"
        : "";

    internal static string Offered(CapacityTrial trial, string unit) => $"{trial.OfferedRate:0.#} {unit}";

    /// <summary>The unit of answers.</summary>
    internal static string RateUnit(string unit) => unit == LoadVariant.Users ? LoadVariant.Requests : unit;

    /// <summary>The time to open a connection at the limit, apart from that of a request.</summary>
    private static string? Describe(string opened, LatencySummary? times, SearchRecord search) => times is null
        ? null
        : $"At {Offered(search.AtLimit!, search.Unit)} a {opened} takes {Short(times.MeanMs)} ms on average, "
            + $"p99 {Short(times.P99)} ms.";

    private static string Peak(ScalabilityModel model) => double.IsInfinity(model.PeakInFlight)
        ? "throughput never falls"
        : $"most with {Short(model.PeakInFlight)} in the system";

    internal static string Range(InstancePrediction prediction) => prediction.High - prediction.Low < prediction.High * 0.01
        ? Short(prediction.High)
        : $"{Short(prediction.Low)} to {Short(prediction.High)}";
}
