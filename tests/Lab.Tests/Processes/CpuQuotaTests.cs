using DroneDelivery.LoadTests.Lab;
using DroneDelivery.LoadTests.Lab.Processes;

namespace DroneDelivery.Lab.Tests.Processes;

/// <summary>The files that are written for control groups, in a folder that stands for <c>/sys/fs/cgroup</c>.</summary>
public sealed class CpuQuotaTests : IDisposable
{
    private readonly DirectoryInfo _root = Directory.CreateTempSubdirectory("drone-cgroup-");
    private readonly List<string> _said = [];

    public void Dispose() => _root.Delete(recursive: true);

    [Theory]
    [InlineData(0.12, "100000", "12000")]
    [InlineData(0.005, "200000", "1000")]
    public void Limit_FirstVersion_WritesPeriodAndQuotaOfEachProcess(double cores, string period, string microseconds)
    {
        _root.CreateSubdirectory("cpu");
        using var quota = Quota();
        quota.Add(11);
        quota.Add(12);
        Assert.Equal(["-1", "-1"], ReadAll("cpu.cfs_quota_us"));

        quota.Limit(cores);

        Assert.Equal(["11", "12"], ReadAll("cgroup.procs").Order());
        Assert.Equal([period, period], ReadAll("cpu.cfs_period_us"));
        Assert.Equal([microseconds, microseconds], ReadAll("cpu.cfs_quota_us"));
    }

    [Fact]
    public void Limit_SecondVersion_WritesBothInOneFile()
    {
        UseSecondVersion();
        using var quota = Quota();
        quota.Add(11);
        Assert.Equal(["max 100000"], ReadAll("cpu.max"));

        quota.Limit(0.12);

        Assert.Equal(["12000 100000"], ReadAll("cpu.max"));
        Assert.Equal(["11"], ReadAll("cgroup.procs"));
    }

    [Fact]
    public void Add_NoControlGroups_SaysSo()
    {
        using var quota = Quota();

        var refusal = Assert.Throws<LabException>(() => quota.Add(11));

        Assert.Equal($"There are no control groups in {_root.FullName}.", refusal.Message);
    }

    [Fact]
    public void Add_FileCannotBeWritten_SaysWhy()
    {
        UseSecondVersion();
        _root.CreateSubdirectory($"drone-lab-{Environment.ProcessId}-11/cpu.max");
        using var quota = Quota();

        var refusal = Assert.Throws<LabException>(() => quota.Add(11));

        Assert.StartsWith("The system grants no control group: ", refusal.Message);
    }

    [Fact]
    public void Dispose_Groups_AreRemoved()
    {
        UseSecondVersion();
        var quota = Quota();
        quota.Add(11);
        quota.Add(12);

        quota.Dispose();

        Assert.Empty(_root.GetDirectories());
        Assert.Empty(_said);
    }

    /// <summary>A group with a process, as a folder with files, is not removed by one call.</summary>
    [Fact]
    public void Dispose_GroupIsInUse_SaysHowToRemoveIt()
    {
        UseSecondVersion();
        var quota = new CpuQuota(_said.Add, _root.FullName);
        quota.Add(11);

        quota.Dispose();

        Assert.EndsWith($"Remove it: rmdir {_root.GetDirectories().Single().FullName}", Assert.Single(_said));
    }

    private CpuQuota Quota() => new(_said.Add, _root.FullName) { Remove = path => Directory.Delete(path, recursive: true) };

    private void UseSecondVersion() => File.WriteAllText(Path.Combine(_root.FullName, "cgroup.controllers"), "cpu");

    private IEnumerable<string> ReadAll(string file) =>
        _root.GetFiles(file, SearchOption.AllDirectories).Select(each => File.ReadAllText(each.FullName));
}
