using System.Globalization;
using DroneDelivery.LoadTests.Engine.Recording;

namespace DroneDelivery.LoadTests.Lab.Http;

/// <summary>One line for each second of a run.</summary>
internal static class SecondsCsv
{
    public static void Write(Stream stream, IReadOnlyList<SecondSample> seconds)
    {
        using var writer = new StreamWriter(stream, leaveOpen: true) { NewLine = "\n" };
        writer.WriteLine("second,length,users,in_flight,completed,failed,mean_ms,p50_ms,p95_ms");
        foreach (var second in seconds)
        {
            writer.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"{second.Second},{second.Length:0.###},{second.Users},{second.InFlight},{second.Completed},{second.Failed},"
                + $"{second.MeanMs:0.###},{second.P50Ms:0.###},{second.P95Ms:0.###}"));
        }
    }
}
