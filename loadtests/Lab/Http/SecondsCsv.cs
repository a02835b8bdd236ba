using System.Globalization;
using DroneDelivery.LoadTests.Engine.Histograms;
using DroneDelivery.LoadTests.Engine.Recording;

namespace DroneDelivery.LoadTests.Lab.Http;

/// <summary>
/// One line for each second of a run. The last column names its lower bounds; a latency that is not stated is empty.
/// </summary>
internal static class SecondsCsv
{
    public static void Write(Stream stream, IReadOnlyList<SecondSample> seconds)
    {
        using var writer = new StreamWriter(stream, leaveOpen: true) { NewLine = "\n" };
        writer.WriteLine("second,length,users,in_flight,completed,failed,mean_ms,p50_ms,p95_ms,at_least");
        foreach (var second in seconds)
        {
            writer.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"{second.Second},{second.Length:0.###},{second.Users},{second.InFlight},{second.Completed},{second.Failed},"
                + $"{Number(second.MeanMs)},{Number(second.P50Ms)},{Number(second.P95Ms)},"
                + $"{string.Join(' ', second.AtLeast ?? [])}"));
        }
    }

    private static string Number(LatencyValue value) =>
        value.OrZero().Milliseconds?.ToString("0.###", CultureInfo.InvariantCulture) ?? "";
}
