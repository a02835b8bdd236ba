using System.Globalization;
using System.Text;

namespace DroneDelivery.LoadTests.Insight.Statistics;

/// <summary>Rates of false alarms, as text for a console.</summary>
public static class FalseAlarmsText
{
    public static string Plain(FalseAlarms alarms)
    {
        var text = new StringBuilder()
            .AppendLine(
                CultureInfo.InvariantCulture,
                $"{alarms.Comparisons} comparisons of {alarms.Pairs} pairs, drawn at random out of {alarms.Runs} runs.")
            .AppendLine(
                "The runs are assumed to be of the same thing: at random one of each two "
                + "neighbours is called A and the other B,")
            .AppendLine(
                "so whatever is called a difference is a false alarm. The comparisons share their runs: the "
                + "rates are those of these runs.");
        text.AppendLine().AppendLine($"{"",-32}{"variation",10}  {"false alarms",12}");
        foreach (var (metric, count) in alarms.Alarms)
        {
            var rate = string.Create(CultureInfo.InvariantCulture, $"{100.0 * count / alarms.Comparisons:0.0} %");
            var variation = string.Create(CultureInfo.InvariantCulture, $"{100 * alarms.Variation[metric]:0.0} %");
            text.AppendLine($"{metric.Title,-32}{variation,10}  {rate,12}");
        }

        return text
            .Append(
                CultureInfo.InvariantCulture,
                $"{"any of these",-32}{"",10}  {100.0 * alarms.AnyAlarm / alarms.Comparisons,10:0.0} %")
            .ToString();
    }
}
