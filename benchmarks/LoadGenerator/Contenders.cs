using System.Globalization;

namespace DroneDelivery.LoadGenerator.Benchmarks;

/// <summary>Who takes part.</summary>
internal static class Contenders
{
    public const string Wrk = "wrk";
    public const string Hey = "hey";
    public const string Engine = "this engine";

    public static readonly IReadOnlyList<Contender> All =
    [
        Own(Engine, OwnGenerators.Engine, Protocol.Http1) with { MaxMicroseconds = 11 },
        new(Wrk, Protocol.Http1, "wrk", WrkArguments, PeerReport.OfWrk),
        new(Hey, Protocol.Http1, "hey", HeyArguments, PeerReport.OfHey),
        Own("bare SocketsHttpHandler", OwnGenerators.BareHandler, Protocol.Http1),
        Own(Engine, OwnGenerators.Engine, Protocol.Http2) with { MaxMicroseconds = 5 },
        new("h2load", Protocol.Http2, "h2load", H2LoadArguments, PeerReport.OfH2Load),
        Own("bare SocketsHttpHandler", OwnGenerators.BareHandler, Protocol.Http2),
    ];

    private static Contender Own(string title, string generator, Protocol protocol) => new(
        title,
        protocol,
        Environment.ProcessPath!,
        (address, duration) => OwnGenerators.Arguments(generator, protocol, address, duration),
        (printed, _) => Cost.Read(printed.Trim()));

    private static string[] WrkArguments(Uri address, TimeSpan duration) =>
        ["-t2", $"-c{Plan.Users}", $"-d{Seconds(duration)}s", $"{address}"];

    private static string[] HeyArguments(Uri address, TimeSpan duration) =>
        ["-c", $"{Plan.Users}", "-z", $"{Seconds(duration)}s", $"{address}"];

    private static string[] H2LoadArguments(Uri address, TimeSpan duration) =>
        ["-c1", $"-m{Plan.Users}", "-D", Seconds(duration), $"{address}"];

    private static string Seconds(TimeSpan duration) => duration.TotalSeconds.ToString("0", CultureInfo.InvariantCulture);
}
