namespace DroneDelivery.LoadTests.Lab.Exports;

/// <summary>What is asked: always the same, or an invoice of a random owner and month.</summary>
internal abstract record ExportedRequest;

internal sealed record FixedRequest(
    string Method, Uri Uri, IReadOnlyList<KeyValuePair<string, string>> Headers, K6Body Body) : ExportedRequest;

/// <summary>The journey of the tuning study.</summary>
/// <param name="RoundTripMs">Mean of the simulated network of a user far away, lognormal; part of latency.</param>
internal sealed record InvoiceRequest(
    IReadOnlyList<string> Owners, IReadOnlyList<string> Months, double RoundTripMs, double RoundTripVariation) : ExportedRequest;
