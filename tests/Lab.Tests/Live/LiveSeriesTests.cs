using DroneDelivery.LoadTests.Lab.Live;

namespace DroneDelivery.Lab.Tests.Live;

public sealed class LiveSeriesTests
{
    [Fact]
    public void FromSnapshot_NetworkAndDisk_AreMegabytesASecond()
    {
        var snapshot = Snapshots.At(1) with
        {
            LoopbackBytesPerSecond = 2_500_000,
            Processes = [new LiveProcess("gateway", 0.25, 80) { DiskBytesPerSecond = 500_000 }, new LiveProcess("delivery", 0, 1)],
        };

        var points = LiveSeries.FromSnapshot(snapshot).ToDictionary();

        Assert.Equal((2.5f, 0.5f), (points["loopback"], points["disk:gateway"]));
        Assert.DoesNotContain("disk:delivery", points.Keys);
        Assert.DoesNotContain("loopback", LiveSeries.FromSnapshot(Snapshots.At(1)).ToDictionary().Keys);
    }
}
