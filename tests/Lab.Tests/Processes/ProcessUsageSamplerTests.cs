using System.Diagnostics;
using DroneDelivery.LoadTests.Lab.Processes;
using DroneDelivery.TestSupport;

namespace DroneDelivery.Lab.Tests.Processes;

/// <summary>The process that is sampled is that of the tests.</summary>
public sealed class ProcessUsageSamplerTests
{
    private readonly ManualTimeProvider _time = new();

    [Fact]
    public async Task Samples_ThreeSecondsOfThisProcess_AreOneForEachSecond()
    {
        var sampler = new ProcessUsageSampler(() => [(ProcessUsageSampler.LoadGenerator, Environment.ProcessId)], _time);

        await SampleAsync(sampler, seconds: 3);

        var samples = sampler.Samples();
        Assert.Equal([0, 1, 2], samples.Select(sample => sample.Second));
        Assert.All(samples, sample =>
        {
            Assert.Equal("load-generator", sample.Process);
            Assert.True(sample is { CpuCores: >= 0, MemoryMiB: > 1, Threads: > 1 }, sample.ToString());
        });
    }

    [Fact]
    public void Reading_OpenSocketOnLinux_IsCounted()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Only Linux tells which of a process's handles are sockets.");
        using var socket = new System.Net.Sockets.UdpClient(0);

        Assert.True(ProcessReading.Find(Environment.ProcessId) is { Sockets: >= 1 });
    }

    [Fact]
    public void Reading_OpenFiles_AreHandlesAndNoSockets()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Only Linux tells which of a process's handles are sockets.");
        using var file = new FileStream(
            typeof(ProcessUsageSamplerTests).Assembly.Location, FileMode.Open, FileAccess.Read, FileShare.Read);

        var reading = ProcessReading.Find(Environment.ProcessId);

        Assert.True(reading?.Handles > reading?.Sockets, reading.ToString());
    }

    [Fact]
    public void DiskBytes_OfAFile_AreThoseOfDisksAndNullWithoutIt()
    {
        const string Io = "rchar: 900\nwchar: 800\nread_bytes: 4096\nwrite_bytes: 8192\ncancelled_write_bytes: 7\n";

        Assert.Equal(new DiskBytes(4_096, 8_192), DiskBytes.Parse(Io));
        Assert.Null(DiskBytes.Parse("rchar: 900\n"));
        Assert.Null(DiskBytes.Parse(null));
        Assert.Equal(new DiskBytes(3, 5), new DiskBytes(5, 9) - new DiskBytes(2, 4));
    }

    [Fact]
    public async Task Latest_OfSamples_IsTheLastOfEachProcess()
    {
        var sampler = new ProcessUsageSampler(() => [("gone", int.MaxValue), ("lab", Environment.ProcessId)], _time);

        await SampleAsync(sampler, seconds: 3);

        var (process, interval) = Assert.Single(sampler.Latest());
        Assert.Equal(("lab", 2), (process, interval.Second));
        Assert.Equal(OperatingSystem.IsLinux(), interval.DiskBytesPerSecond >= 0);
    }

    [Fact]
    public void Interval_DiskBytes_AreThoseOfASecond()
    {
        var start = new ProcessReading(TimeSpan.FromSeconds(1), 1, 1, 1, 1) { Disk = new DiskBytes(100, 200) };
        var end = start with { Cpu = TimeSpan.FromSeconds(4), Disk = new DiskBytes(140, 220) };

        var interval = new ProcessInterval(TimeSpan.FromSeconds(5), TimeSpan.FromSeconds(7), start, end);

        Assert.Equal((30, 1.5), (interval.DiskBytesPerSecond, interval.CpuCores));
        Assert.Null((interval with { AtEnd = end with { Disk = null } }).DiskBytesPerSecond);
    }

    [Fact]
    public async Task Summary_OfSamples_IsTheirMeanAndMaximum()
    {
        var sampler = new ProcessUsageSampler(() => [("lab", Environment.ProcessId)], _time);

        await SampleAsync(sampler, seconds: 4);

        var summary = Assert.Single(sampler.Summarise());
        var samples = sampler.Samples();
        Assert.Equal(samples.Average(sample => sample.CpuCores), summary.CpuMeanCores, 9);
        Assert.Equal(samples.Max(sample => sample.CpuCores), summary.CpuMaxCores, 9);
        Assert.Equal(samples.Average(sample => sample.MemoryMiB), summary.MemoryMeanMiB, 9);
        Assert.Equal(OperatingSystem.IsLinux(), summary is { DiskReadBytes: >= 0, DiskWrittenBytes: >= 0 });
    }

    [Fact]
    public async Task Summary_LoadHasEnded_LeavesOutTheSecondsAfterIt()
    {
        var calls = 0;
        var sampler = new ProcessUsageSampler(
            () =>
            {
                // The first call asks for the names only; the next three read the two seconds of the load.
                var busyUntil = Environment.CpuUsage.TotalTime + TimeSpan.FromMilliseconds(++calls > 4 ? 100 : 0);
                while (Environment.CpuUsage.TotalTime < busyUntil)
                {
                    // Uses CPU after the load.
                }

                return [("lab", Environment.ProcessId)];
            },
            _time);

        await SampleAsync(sampler, seconds: 4);

        var summary = Assert.Single(sampler.Summarise(TimeSpan.FromSeconds(2)));
        var load = sampler.Samples().Where(sample => sample.Second < 2).ToList();
        Assert.Equal(load.Average(sample => sample.CpuCores), summary.CpuMeanCores, 9);
        Assert.Equal(load.Max(sample => sample.CpuCores), summary.CpuMaxCores, 9);
        Assert.Equal(load.Average(sample => sample.MemoryMiB), summary.MemoryMeanMiB, 9);
    }

    [Fact]
    public async Task Summary_ProcessThatIsNotThere_IsLeftOut()
    {
        var sampler = new ProcessUsageSampler(() => [("gone", int.MaxValue), ("lab", Environment.ProcessId)], _time);

        await SampleAsync(sampler, seconds: 2);

        Assert.Equal(["lab"], sampler.Summarise().Select(process => process.Name));
        Assert.All(sampler.Samples(), sample => Assert.Equal("lab", sample.Process));
    }

    /// <summary>Its processor time starts from zero, and is not compared with that of the process before.</summary>
    [Fact]
    public async Task Samples_ProcessRestarted_AreThoseOfTheNewOneFromItsSecondReading()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "Windows has no program that only sleeps.");
        using var restarted = Process.Start("sleep", "60");
        var calls = 0;
        var sampler = new ProcessUsageSampler(
            // The first call asks for the names only.
            () => [("service", ++calls <= 3 ? Environment.ProcessId : restarted.Id), ("lab", Environment.ProcessId)], _time);

        await SampleAsync(sampler, seconds: 3);

        restarted.Kill();
        var samples = sampler.Samples().ToLookup(sample => sample.Process);
        Assert.Equal([0, 2], samples["service"].Select(sample => sample.Second));
        Assert.All(samples["service"], sample => Assert.True(sample.CpuCores >= 0, sample.ToString()));
    }

    /// <summary>The clock goes on only when the second's sample is there.</summary>
    private async Task SampleAsync(ProcessUsageSampler sampler, int seconds)
    {
        using var stop = new CancellationTokenSource();
        var sampling = sampler.RunAsync(stop.Token);
        for (var second = 0; second < seconds; second++)
        {
            _time.Advance(TimeSpan.FromSeconds(1));
            while (sampler.Samples().Select(sample => sample.Second).DefaultIfEmpty(-1).Max() < second)
            {
                await Task.Yield();
            }
        }

        await stop.CancelAsync();
        await sampling;
    }
}
