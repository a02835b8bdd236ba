using System.Globalization;
using System.Text;
using DroneDelivery.LoadTests.Insight.Figures;
using static DroneDelivery.LoadTests.Insight.Figures.FigureText;

namespace DroneDelivery.LoadTests.Insight.GatewayCost;

/// <summary>The tables as aligned text.</summary>
public static class CostText
{
    private static readonly string[] Head =
    [
        "", "req/s", "p50 ms", "p99 ms", "added p50", "added p99", "CPU us, proxy + backend", "failed",
    ];

    public static string Plain(CostRecord record)
    {
        var text = new StringBuilder();
        Append(
            text,
            FormattableString.Invariant($"At saturation: {record.ClosedGenerator}, {record.Connections} connections"),
            CostRow.Of(record.Targets, record.Closed));
        Append(
            text,
            FormattableString.Invariant($"Open loop: {record.OpenRate:N0} requests a second"),
            CostRow.Of(record.Targets, record.Open));
        foreach (var goal in CostGoal.Of(record.Closed))
        {
            text.Append(Line(goal)).Append('\n');
        }

        foreach (var sentence in record.Missing.Concat(Spoiled(record)))
        {
            text.Append(sentence).Append('\n');
        }

        return text.ToString();
    }

    private static IEnumerable<string> Spoiled(CostRecord record)
    {
        if (record.Closed.Count + record.Open.Count == 0)
        {
            yield return "Nothing was measured.";
        }

        if (record.Closed.Any(trial => trial.Failed > 0))
        {
            yield return "Goals are judged by rounds in which no request failed at saturation: to refuse costs less than to serve.";
        }

        foreach (var warning in RunWarnings.OfSetting(record.DebugBuild, record.Machine))
        {
            yield return warning;
        }
    }

    private static void Append(StringBuilder text, string title, IReadOnlyList<CostRow> rows)
    {
        if (rows.Count == 0)
        {
            return;
        }

        text.Append(title).Append("\n\n");
        text.Append(AlignedText.Of([Head, .. rows.Select(Cells)], column => column == 0)).Append('\n');
    }

    private static string[] Cells(CostRow row) =>
    [
        row.Target.Title,
        row.RequestsPerSecond.ToString("N0", CultureInfo.InvariantCulture),
        Ms(row.P50Ms),
        Ms(row.P99Ms),
        Ms(row.AddedP50Ms),
        Ms(row.AddedP99Ms),
        string.Create(CultureInfo.InvariantCulture, $"{row.ProxyMicroseconds:0.0} + {row.BackendMicroseconds:0.0}"),
        Count(row.Failed),
    ];

    private static string Ms(double? milliseconds) =>
        milliseconds is { } known ? known.ToString("0.00", CultureInfo.InvariantCulture) : None;

    private static string Line(CostGoal goal) => string.Create(
        CultureInfo.InvariantCulture,
        $"{goal.Name}: {goal.Ratio:0.000} times (goal: at {(goal.AtLeast ? "least" : "most")} {goal.Bound:0.00}): "
        + $"{(goal.Met ? "met" : "missed")}");
}
