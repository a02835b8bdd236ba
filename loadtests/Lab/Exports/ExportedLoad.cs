namespace DroneDelivery.LoadTests.Lab.Exports;

/// <summary>A load in a form that other tools can run.</summary>
/// <param name="Name">Lower-case letters, digits and hyphens. It is also part of file names.</param>
/// <param name="WarmUp">The duration of the warm-up, which is not measured.</param>
internal abstract record ExportedLoad(
    string Name, TimeSpan Duration, TimeSpan WarmUp, ulong Seed, IReadOnlyList<Threshold> Thresholds)
{
    private const string DefaultName = "load";

    /// <exception cref="FormatException">Other tools have no such load.</exception>
    public static ExportedLoad FromProfile(LoadProfile load, IReadOnlyList<Threshold> thresholds) => load switch
    {
        ClosedLoopProfile users => new ExportedUsers(DefaultName, users, thresholds),
        OpenLoopProfile { Arrivals.Spacing: ArrivalSpacing.Even } open => new ExportedArrivals(DefaultName, open, thresholds),
        _ => throw new FormatException("k6 spaces arrivals evenly: --poisson and --replay cannot be exported."),
    };
}

/// <summary>Closed loop: users who wait for answers.</summary>
internal sealed record ExportedUsers(string Name, ClosedLoopProfile Profile, IReadOnlyList<Threshold> Thresholds)
    : ExportedLoad(Name, Profile.Duration, Profile.WarmUp, Profile.Seed, Thresholds);

/// <summary>Open loop: arrivals that do not wait for answers.</summary>
internal sealed record ExportedArrivals(string Name, OpenLoopProfile Profile, IReadOnlyList<Threshold> Thresholds)
    : ExportedLoad(Name, Profile.Duration, Profile.WarmUp?.Duration ?? TimeSpan.Zero, Profile.Seed, Thresholds);

/// <summary>The request of a load: always the same one, or an invoice of a random owner and month.</summary>
internal abstract record ExportedRequest;

internal sealed record FixedRequest(
    string Method, Uri Uri, IReadOnlyList<KeyValuePair<string, string>> Headers, K6Body Body) : ExportedRequest;

/// <summary>The journey of the tuning study.</summary>
/// <param name="RoundTripMs">The mean of the simulated round trip of a distant user, lognormal; part of latency.</param>
internal sealed record InvoiceRequest(
    IReadOnlyList<string> Owners, IReadOnlyList<string> Months, double RoundTripMs, double RoundTripVariation) : ExportedRequest;

/// <param name="Name">Without a folder.</param>
internal sealed record ExportedFile(string Name, ReadOnlyMemory<byte> Content)
{
    public ExportedFile(string name, string text)
        : this(name, Encoding.UTF8.GetBytes(text))
    {
    }
}
