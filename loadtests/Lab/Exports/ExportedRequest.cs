namespace DroneDelivery.LoadTests.Lab.Exports;

/// <summary>The request of a load: always the same one, or an invoice of a random owner and month.</summary>
internal abstract record ExportedRequest;

internal sealed record FixedRequest(
    string Method, Uri Uri, IReadOnlyList<KeyValuePair<string, string>> Headers, K6Body Body) : ExportedRequest;

/// <summary>The journey of the tuning study.</summary>
/// <param name="RoundTripMs">The mean of the simulated round trip of a distant user, lognormal; part of latency.</param>
internal sealed record InvoiceRequest(
    IReadOnlyList<string> Owners, IReadOnlyList<string> Months, double RoundTripMs, double RoundTripVariation) : ExportedRequest;
