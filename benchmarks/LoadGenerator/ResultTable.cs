using System.Globalization;
using System.Text;

namespace DroneDelivery.LoadGenerator.Benchmarks;

/// <summary>The figures as a Markdown table: medians over all rounds.</summary>
internal static class ResultTable
{
    public static string Line(Trial trial) => string.Create(
        CultureInfo.InvariantCulture,
        $"Round {trial.Round + 1}, {NameOf(trial.Contender.Protocol)}, {trial.Contender.Title}: "
        + $"{trial.Cost.Microseconds:0.0} us of CPU "
        + $"a request, {trial.Cost.RequestsPerSecond:0} requests/s, {trial.Cost.Failed} failed");

    public static string Write(IReadOnlyList<Trial> trials)
    {
        var table = new StringBuilder();
        table.AppendLine(
            "| protocol | generator | CPU of one request | goal | requests/s | against wrk | against hey | failed |");
        table.AppendLine("|---|---|---|---|---|---|---|---|");
        foreach (var own in trials.GroupBy(trial => trial.Contender))
        {
            var contender = own.Key;
            table.AppendLine(
                CultureInfo.InvariantCulture,
                $"| {NameOf(contender.Protocol)} | {contender.Title} "
                + $"| {Median(own.Select(trial => trial.Cost.Microseconds)):0.0} us "
                + $"| {(contender.MaxMicroseconds is { } most ? $"at most {most} us" : "")} "
                + $"| {Median(own.Select(trial => trial.Cost.RequestsPerSecond)):0} "
                + $"| {Against(Contenders.Wrk, [.. own], trials)} | {Against(Contenders.Hey, [.. own], trials)} "
                + $"| {own.Sum(trial => trial.Cost.Failed)} |");
        }

        return table.ToString();
    }

    private static string NameOf(Protocol protocol) => protocol == Protocol.Http2 ? "HTTP/2" : "HTTP/1.1";

    // The ratio is taken within each round, then its median: rounds differ more than generators do.
    private static string Against(string title, IReadOnlyList<Trial> own, IReadOnlyList<Trial> trials)
    {
        var others = trials
            .Where(trial => trial.Contender.Title == title && trial.Contender.Protocol == own[0].Contender.Protocol)
            .ToDictionary(trial => trial.Round, trial => trial.Cost.RequestsPerSecond);
        return others.Count == 0 || own[0].Contender.Title == title
            ? ""
            : string.Create(
                CultureInfo.InvariantCulture,
                $"{Median(own.Select(trial => trial.Cost.RequestsPerSecond / others[trial.Round])):0.00}");
    }

    private static double Median(IEnumerable<double> values)
    {
        double[] sorted = [.. values.Order()];
        return (sorted[(sorted.Length - 1) / 2] + sorted[sorted.Length / 2]) / 2;
    }
}
