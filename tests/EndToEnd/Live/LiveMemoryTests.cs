using DroneDelivery.EndToEnd.Browsing;
using DroneDelivery.LoadTests.Lab.Live;
using DroneDelivery.LoadTests.Lab.Processes;
using DroneDelivery.LoadTests.Scenarios;
using DroneDelivery.LoadTests.Scenarios.Tuning;
using Microsoft.Playwright;

namespace DroneDelivery.EndToEnd.Live;

/// <summary>
/// Ten minutes of the real system with an open page, and how memory grows meanwhile. Runs only when asked for, since it takes that long
/// and the whole machine: <c>dotnet test tests/EndToEnd -c Release --filter LiveMemoryTests -- xUnit.Explicit=only</c>.
/// </summary>
[Collection(AloneCollection.Name)]
public sealed class LiveMemoryTests(Chromium chromium, ITestOutputHelper output)
{
    private const int Users = 120;

    private const double MiB = 1024 * 1024;

    private static readonly TimeSpan Duration = TimeSpan.FromMinutes(
        double.TryParse(Environment.GetEnvironmentVariable("LIVE_MINUTES"), out var minutes) ? minutes : 10);

    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(10);

    /// <summary>Half a MiB a minute would be 30 MiB an hour.</summary>
    private const double MaxSlope = 0.5;

    /// <summary>Users who think for a fifth of a second: about 500 requests a second while the system keeps up.</summary>
    private static readonly SimulationProfile Profile = SimulationProfile.Load("none") with { ThinkTimeMeanMs = 190 };

    [Fact(Explicit = true)]
    public async Task Page_TenMinutesUnderLoad_MemoryStaysFlat()
    {
        var page = await chromium.NewPageAsync();
        var folder = Directory.CreateTempSubdirectory("drone-live-");
        var readings = new List<Reading>();
        try
        {
            await using var live = await LiveSystem.StartAsync(
                new LiveStart(TuningLab.OwnerKey, Profile, Users, Port: 0, folder.FullName),
                output.WriteLine,
                TimeProvider.System,
                TestContext.Current.CancellationToken);
            await page.GotoAsync(live.Address.ToString());
            await CollectAsync(page, live, readings);
        }
        finally
        {
            folder.Delete(recursive: true);
        }

        Report(readings);
    }

    private static async Task CollectAsync(IPage page, LiveSystem live, List<Reading> readings)
    {
        var heap = await PageHeap.OfAsync(page);
        using var ticks = new PeriodicTimer(Interval);
        var start = TimeProvider.System.GetTimestamp();
        while (TimeProvider.System.GetElapsedTime(start) is var elapsed && elapsed < Duration)
        {
            await ticks.WaitForNextTickAsync(TestContext.Current.CancellationToken);
            readings.Add(new Reading(
                elapsed.TotalMinutes,
                live.Feed.Latest?.Load.RequestsPerSecond ?? 0,
                GC.GetTotalMemory(forceFullCollection: true) / MiB,
                ProcessReading.Find(Environment.ProcessId)?.MemoryMiB ?? 0,
                await heap.ReadAsync()));
        }
    }

    private void Report(List<Reading> readings)
    {
        readings.ForEach(reading => output.WriteLine(reading.ToString()));
        // The first fifth is code that is compiled and pools that fill.
        var steady = readings.Where(reading => reading.Minute >= Duration.TotalMinutes / 5).ToList();
        var lab = Slope(steady, reading => reading.LabHeapMiB);
        var resident = Slope(steady, reading => reading.LabResidentMiB);
        var browser = Slope(steady, reading => reading.PageHeapMiB);
        output.WriteLine(FormattableString.Invariant($"{steady.Average(reading => reading.RequestsPerSecond):0} req/s"));
        output.WriteLine(FormattableString.Invariant(
            $"MiB a minute: lab's heap {lab:0.000}, resident {resident:0.000}, page's heap {browser:0.000}"));
        Assert.All(steady, reading => Assert.NotEqual(0, reading.RequestsPerSecond));
        Assert.InRange(lab, double.NegativeInfinity, MaxSlope);
        Assert.InRange(browser, double.NegativeInfinity, MaxSlope);
    }

    /// <summary>
    /// By least squares, in MiB a minute. The trace window starts again once a minute, so that memory rises and falls: each minute counts as it was
    /// at its fullest.
    /// </summary>
    private static double Slope(List<Reading> readings, Func<Reading, double> value)
    {
        var minutes = readings
            .GroupBy(reading => Math.Floor(reading.Minute))
            .Select(minute => (At: minute.Key, MiB: minute.Max(value)))
            .ToList();
        var (middle, mean) = (minutes.Average(minute => minute.At), minutes.Average(minute => minute.MiB));
        return minutes.Sum(minute => (minute.At - middle) * (minute.MiB - mean)) / minutes.Sum(minute => Math.Pow(minute.At - middle, 2));
    }

    /// <summary>Heaps after a full collection.</summary>
    private sealed record Reading(
        double Minute, double RequestsPerSecond, double LabHeapMiB, double LabResidentMiB, double PageHeapMiB);
}
