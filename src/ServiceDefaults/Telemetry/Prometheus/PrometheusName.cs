using System.Text.RegularExpressions;

namespace DroneDelivery.ServiceDefaults.Telemetry.Prometheus;

/// <summary>
/// Maps an instrument's name and unit to a Prometheus name: <c>dotnet.gc.pause.time</c> in <c>s</c> becomes
/// <c>dotnet_gc_pause_time_seconds_total</c>.
/// </summary>
internal static partial class PrometheusName
{
    private const string Total = "_total";

    private static readonly Dictionary<string, string> Units = new()
    {
        ["d"] = "days",
        ["h"] = "hours",
        ["min"] = "minutes",
        ["s"] = "seconds",
        ["ms"] = "milliseconds",
        ["us"] = "microseconds",
        ["ns"] = "nanoseconds",
        ["By"] = "bytes",
        ["KiBy"] = "kibibytes",
        ["MiBy"] = "mebibytes",
        ["GiBy"] = "gibibytes",
        ["kBy"] = "kilobytes",
        ["MBy"] = "megabytes",
        ["GBy"] = "gigabytes",
        ["m"] = "meters",
        ["g"] = "grams",
        ["Cel"] = "celsius",
        ["Hz"] = "hertz",
        ["%"] = "percent",
    };

    private static readonly Dictionary<string, string> Rates = new()
    {
        ["s"] = "second",
        ["m"] = "minute",
        ["h"] = "hour",
        ["d"] = "day",
    };

    /// <param name="name">The instrument's name.</param>
    /// <param name="unit">In UCUM, as OpenTelemetry writes units; empty when there is none.</param>
    /// <param name="type">One of the types of <see cref="PrometheusFamily"/>.</param>
    public static string FromInstrument(string name, string unit, string type)
    {
        var clean = Clean(name);
        var stem = type == PrometheusFamily.Counter && clean.EndsWith(Total, StringComparison.Ordinal)
            ? clean[..^Total.Length]
            : clean;
        var suffix = CreateSuffix(unit, type);
        var full = suffix.Length == 0 || stem.EndsWith($"_{suffix}", StringComparison.Ordinal) ? stem : $"{stem}_{suffix}";
        return type == PrometheusFamily.Counter ? full + Total : full;
    }

    /// <summary>Letters, digits and single underscores, not starting with a digit.</summary>
    public static string Clean(string name)
    {
        var clean = NotAllowed().Replace(name, "_");
        return clean.Length > 0 && char.IsAsciiDigit(clean[0]) ? $"_{clean}" : clean;
    }

    private static string CreateSuffix(string unit, string type)
    {
        // Text in braces says what is counted; it is not a unit.
        var parts = Braces().Replace(unit, "").Split('/');
        var first = parts[0] != "1" ? Units.GetValueOrDefault(parts[0], parts[0])
            : type == PrometheusFamily.Gauge ? "ratio"
            : "";
        var second = parts.Length > 1 && parts[1].Length > 0 ? $"per_{Rates.GetValueOrDefault(parts[1], parts[1])}" : "";
        return Clean($"{first}_{second}").Trim('_');
    }

    [GeneratedRegex("[^a-zA-Z0-9]+")]
    private static partial Regex NotAllowed();

    [GeneratedRegex(@"\{[^}]*\}")]
    private static partial Regex Braces();
}
