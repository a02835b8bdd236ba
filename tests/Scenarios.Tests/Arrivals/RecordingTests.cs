using DroneDelivery.LoadTests.Engine.Arrivals;
using DroneDelivery.LoadTests.Scenarios.Arrivals;

namespace DroneDelivery.Scenarios.Tests.Arrivals;

public sealed class RecordingTests
{
    [Theory]
    [InlineData("azure-2023-one-hour", 19_366)]
    [InlineData("nasa-1995-busiest-hour", 14_922)]
    public void Load_EachRecording_HasItsHourOfRequests(string name, int requests)
    {
        var recorded = Load(name);

        Assert.Equal(requests, recorded.Offsets.Count);
        Assert.InRange(recorded.Duration, TimeSpan.FromMinutes(55), TimeSpan.FromMinutes(60));
    }

    [Fact]
    public void Load_CountsBySecond_NeverExceedThoseRecorded()
    {
        var recorded = Load("nasa-1995-busiest-hour");

        Assert.Equal(18, recorded.Offsets.CountBy(offset => (int)offset.TotalSeconds).Max(second => second.Value));
    }

    [Fact]
    public void Replay_OneHourInAMinute_HasTheSameRequestsInASixtiethOfTheTime()
    {
        var recorded = Load("azure-2023-one-hour");

        var schedule = ArrivalSchedule.Replay(recorded, speed: 60);

        Assert.Equal(recorded.Duration.TotalMinutes, schedule.Duration.TotalSeconds, 3);
        Assert.Equal(recorded.Offsets.Count, schedule.Moments().Count());
    }

    private static RecordedArrivals Load(string name) => Recording.All.Single(recording => recording.Name == name).Load();
}
