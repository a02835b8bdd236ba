using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Lab.GatewayCost;

namespace DroneDelivery.Lab.Tests.GatewayCost;

public sealed class WriteWatchTests : IDisposable
{
    private static readonly DateTime Start = new(2026, 1, 1, 0, 0, 0, DateTimeKind.Utc);

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("drone-watch-");

    private string Database => Path.Combine(_folder.FullName, "keys.db");

    private string Log => $"{Database}-wal";

    public void Dispose() => _folder.Delete(recursive: true);

    /// <summary>Only the write of 01.000 and the request of 00.990 belong together; the others are more than 20 ms away.</summary>
    [Fact]
    public async Task StopAsync_LogIsWritten_TellsRequestsAtThatTimeFromOthers()
    {
        await File.WriteAllTextAsync(Log, "", TestContext.Current.CancellationToken);
        File.SetLastWriteTimeUtc(Log, Start);
        await using var watch = new WriteWatch(Database, TimeProvider.System);
        watch.Observe(Request(dueMs: 5, latencyMs: 2));
        watch.Observe(Request(dueMs: 990, latencyMs: 30));
        watch.Observe(Request(dueMs: 1_021, latencyMs: 4));

        File.SetLastWriteTimeUtc(Log, Start.AddSeconds(1));

        Assert.Equal(new WriteFigures(Count: 1, NearMeanMs: 30, OtherMeanMs: 3), await watch.StopAsync());
    }

    [Fact]
    public async Task StopAsync_NoLog_HasNoWrites()
    {
        await using var watch = new WriteWatch(Database, TimeProvider.System);
        watch.Observe(Request(dueMs: 5, latencyMs: 2));

        Assert.Equal(new WriteFigures(Count: 0, NearMeanMs: null, OtherMeanMs: 2), await watch.StopAsync());
    }

    /// <summary>A request that takes long overlaps with a write sooner or later: what counts is when it was due.</summary>
    [Theory]
    [InlineData(79, false)]
    [InlineData(80, true)]
    [InlineData(100, true)]
    [InlineData(120, true)]
    [InlineData(121, false)]
    [InlineData(880, true)]
    [InlineData(950, false)]
    public void FromRequests_WritesAtSomeMoments_NearIsWithin20MsOfTheStart(int dueMs, bool near)
    {
        var figures = WriteFigures.FromRequests(
            [(Start.AddMilliseconds(dueMs), TimeSpan.FromMilliseconds(500))],
            [Start.AddMilliseconds(900), Start.AddMilliseconds(100)]);

        Assert.Equal((near ? 500.0 : null, near ? null : 500.0), (figures.NearMeanMs, figures.OtherMeanMs));
    }

    private static RequestObservation Request(int dueMs, int latencyMs)
    {
        var (due, done) = (TimeSpan.FromMilliseconds(dueMs), TimeSpan.FromMilliseconds(dueMs + latencyMs));
        var timing = new RequestTiming { Scheduled = due, Due = due, Sent = due, Answered = done, Done = done };
        return new RequestObservation(default, Start, timing, new RequestOutcome(200, null, 0));
    }
}
