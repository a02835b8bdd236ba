using DroneDelivery.LoadTests.Lab.ScaleOut;

namespace DroneDelivery.LoadTests.Tests.ScaleOut;

/// <summary>One round with one and two Deliveries, limited as the system allows.</summary>
public sealed class ScaleOutLabTests : LabTest
{
    [Fact]
    public async Task Round_TwoInstances_MeasuresEveryLoad()
    {
        await Lab.RunAsync(
            ScaleOutCommand.Create(TimeProvider.System),
            "--instances", "2", "--repeats", "1", "--seconds", "1", "--warm-up", "2");

        var record = await Lab.ReadRecordAsync<ScaleOutRecord>(ScaleOutLab.Name);
        Assert.Equal(
            [
                (ScaleOutLab.Direct, 1), (ScaleOutLab.AllOwners, 1), (ScaleOutLab.AllOwners, 2), (ScaleOutLab.OneOwner, 1),
                (ScaleOutLab.OneOwner, 2), (ScaleOutLab.FewRequestUnits, 1), (ScaleOutLab.FewRequestUnits, 2),
            ],
            record.Series.SelectMany(series => series.Trials.Select(trial => (series.Name, trial.Instances))));
        Assert.All(record.Series.SelectMany(series => series.Trials), trial => Assert.True(trial.PerSecond > 0));
        Assert.Equal(7, (await Lab.ReadTableAsync("rows")).Count);
        var groups = $"drone-lab-{Environment.ProcessId}-*";
        Assert.All(
            ((string[])["/sys/fs/cgroup", "/sys/fs/cgroup/cpu"]).Where(Directory.Exists),
            folder => Assert.Empty(Directory.EnumerateDirectories(folder, groups)));
    }
}
