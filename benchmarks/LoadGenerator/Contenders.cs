using System.Globalization;
using System.Text.RegularExpressions;

namespace DroneDelivery.LoadGenerator.Benchmarks;

/// <summary>Who takes part.</summary>
internal static partial class Contenders
{
    public const string Wrk = "wrk";
    public const string Hey = "hey";
    public const string Engine = "this engine";

    public static readonly IReadOnlyList<Contender> All =
    [
        Own(Engine, OwnGenerators.Engine, Protocol.Http1) with { MostMicroseconds = 11 },
        new(Wrk, Protocol.Http1, "wrk", WrkArguments, ReadWrk),
        new(Hey, Protocol.Http1, "hey", HeyArguments, ReadHey),
        Own("bare SocketsHttpHandler", OwnGenerators.BareHandler, Protocol.Http1),
        Own(Engine, OwnGenerators.Engine, Protocol.Http2) with { MostMicroseconds = 5 },
        new("h2load", Protocol.Http2, "h2load", H2LoadArguments, ReadH2Load),
        Own("bare SocketsHttpHandler", OwnGenerators.BareHandler, Protocol.Http2),
    ];

    private static Contender Own(string title, string generator, Protocol protocol) => new(
        title,
        protocol,
        Environment.ProcessPath!,
        (address, duration) => OwnGenerators.Arguments(generator, protocol, address, duration),
        (printed, _, _) => Cost.Read(printed.Trim()));

    private static string[] WrkArguments(Uri address, TimeSpan duration) =>
        ["-t2", $"-c{Plan.Users}", $"-d{Seconds(duration)}s", $"{address}"];

    private static string[] HeyArguments(Uri address, TimeSpan duration) =>
        ["-c", $"{Plan.Users}", "-z", $"{Seconds(duration)}s", $"{address}"];

    private static string[] H2LoadArguments(Uri address, TimeSpan duration) =>
        ["-c1", $"-m{Plan.Users}", "-D", Seconds(duration), $"{address}"];

    private static Cost ReadWrk(string printed, TimeSpan elapsed, TimeSpan processor)
    {
        var failed = WrkFailed().Match(printed) is { Success: true } match ? Number(match) : 0;
        return new Cost(Number(WrkRequests().Match(printed)) - failed, failed, elapsed, processor);
    }

    private static Cost ReadHey(string printed, TimeSpan elapsed, TimeSpan processor)
    {
        var answered = HeyAnswers().Matches(printed).Sum(Number);
        return new Cost(answered, HeyErrors().Matches(printed).Sum(Number), elapsed, processor);
    }

    private static Cost ReadH2Load(string printed, TimeSpan elapsed, TimeSpan processor)
    {
        var counts = H2LoadRequests().Match(printed);
        var answered = Number(counts);
        return new Cost(answered, long.Parse(counts.Groups[2].Value, CultureInfo.InvariantCulture), elapsed, processor);
    }

    private static string Seconds(TimeSpan duration) => duration.TotalSeconds.ToString("0", CultureInfo.InvariantCulture);

    private static long Number(Match match) => long.Parse(match.Groups[1].Value, CultureInfo.InvariantCulture);

    [GeneratedRegex(@"(\d+) requests in ")]
    private static partial Regex WrkRequests();

    [GeneratedRegex(@"Non-2xx or 3xx responses: (\d+)")]
    private static partial Regex WrkFailed();

    [GeneratedRegex(@"\[200\]\s+(\d+) responses")]
    private static partial Regex HeyAnswers();

    [GeneratedRegex(@"^\s+\[(\d+)\]\s+(?!.*responses)", RegexOptions.Multiline)]
    private static partial Regex HeyErrors();

    [GeneratedRegex(@"requests: .* (\d+) succeeded, (\d+) failed")]
    private static partial Regex H2LoadRequests();
}
