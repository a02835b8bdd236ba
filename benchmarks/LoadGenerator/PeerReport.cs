using System.Globalization;
using System.Text.RegularExpressions;

namespace DroneDelivery.LoadGenerator.Benchmarks;

/// <summary>
/// What other generators print about a run. It lasted as long as they say, which may be a little longer than was asked for: they
/// divide by it themselves.
/// </summary>
/// <exception cref="FormatException">Of each: there are no figures in what was printed.</exception>
internal static partial class PeerReport
{
    public static Cost OfWrk(string printed, TimeSpan processor)
    {
        var failed = WrkFailed().Match(printed) is { Success: true } match ? Number(match) : 0;
        var requests = WrkRequests().Match(printed);
        return new Cost(Number(requests) - failed, failed, Duration(requests.Groups[2], requests.Groups[3]), processor);
    }

    public static Cost OfHey(string printed, TimeSpan processor)
    {
        var answered = HeyAnswers().Matches(printed).Sum(Number);
        var total = HeyTotal().Match(printed);
        return new Cost(
            answered, HeyErrors().Matches(printed).Sum(Number), Duration(total.Groups[1], total.Groups[2]), processor);
    }

    /// <summary>It counts what was answered within its main duration, and nothing of the time until it has finished.</summary>
    public static Cost OfH2Load(string printed, TimeSpan processor)
    {
        var (counts, main) = (H2LoadRequests().Match(printed), H2LoadDuration().Match(printed));
        return new Cost(
            Number(counts),
            long.Parse(counts.Groups[2].Value, CultureInfo.InvariantCulture),
            Duration(main.Groups[1], main.Groups[2]),
            processor);
    }

    private static long Number(Match match) => long.Parse(match.Groups[1].Value, CultureInfo.InvariantCulture);

    private static TimeSpan Duration(Group number, Group unit)
    {
        var value = double.Parse(number.Value, CultureInfo.InvariantCulture);
        return unit.Value switch
        {
            "us" => TimeSpan.FromMicroseconds(value),
            "ms" => TimeSpan.FromMilliseconds(value),
            "m" => TimeSpan.FromMinutes(value),
            "h" => TimeSpan.FromHours(value),
            _ => TimeSpan.FromSeconds(value),
        };
    }

    [GeneratedRegex(@"(\d+) requests in ([\d.]+)(us|ms|s|m|h)\b")]
    private static partial Regex WrkRequests();

    [GeneratedRegex(@"Non-2xx or 3xx responses: (\d+)")]
    private static partial Regex WrkFailed();

    [GeneratedRegex(@"\[200\]\s+(\d+) responses")]
    private static partial Regex HeyAnswers();

    [GeneratedRegex(@"^\s+\[(\d+)\]\s+(?!.*responses)", RegexOptions.Multiline)]
    private static partial Regex HeyErrors();

    [GeneratedRegex(@"Total:\s+([\d.]+) (secs)")]
    private static partial Regex HeyTotal();

    [GeneratedRegex(@"requests: .* (\d+) succeeded, (\d+) failed")]
    private static partial Regex H2LoadRequests();

    [GeneratedRegex(@"([\d.]+)(s) of main duration")]
    private static partial Regex H2LoadDuration();
}
