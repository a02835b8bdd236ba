using System.Text.Json.Nodes;
using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.Lab.Tests.Commands;
using DroneDelivery.LoadTests.Insight.Studies;
using DroneDelivery.LoadTests.Lab;
using DroneDelivery.LoadTests.Lab.Capacity;
using DroneDelivery.LoadTests.Lab.Commands;
using DroneDelivery.LoadTests.Lab.GatewayCost;
using DroneDelivery.LoadTests.Lab.Reports;
using DroneDelivery.LoadTests.Scenarios.Tuning;

namespace DroneDelivery.Lab.Tests.Reports;

/// <summary><c>report</c> on the folder of a lab.</summary>
public sealed class ReportAgainTests : IDisposable
{
    private readonly StoredRuns _runs = new();

    public static TheoryData<string> Labs => [.. StudyReaders.Labs, TuningLab.Name];

    public void Dispose() => _runs.Dispose();

    [Theory]
    [MemberData(nameof(Labs))]
    public async Task Report_FolderOfALab_IsTheSameStudyAgainAsync(string lab)
    {
        var sample = StudySample.Find(lab);
        await sample.WriteAsync(_runs.Path);
        var study = await sample.BuildAsync(_runs.Path);
        await StudyRunner.ShowAsync(study, _runs.Path, _runs.In(StudyRunner.ReportFile), new(TextWriter.Null));
        var first = await TakeFormsAsync();

        var run = await ReportAsync(_runs.Path);

        Assert.Equal(0, run.ExitCode);
        Assert.Equal(first, await TakeFormsAsync());
    }

    [Fact]
    public async Task Report_RecordOfAnotherLab_IsRefusedAsync()
    {
        await StudySample.Find(CostStudy.Name).WriteAsync(_runs.Path);
        File.Move(_runs.In("gateway-cost.json"), _runs.In("capacity.json"));

        Assert.Contains("capacity.json is no record of the lab capacity.", await RefusalAsync());
    }

    [Fact]
    public async Task Report_RecordOfAnotherSchema_IsRefusedAsync()
    {
        await ChangeAsync(record => record["envelope"]!["schemaVersion"] = 1);

        Assert.Contains("capacity.json has schema version 1; this program reads 2.", await RefusalAsync());
    }

    [Fact]
    public async Task Report_RecordWithoutAMember_IsRefusedAsync()
    {
        await ChangeAsync(record => record.Remove("searches"));

        Assert.Contains("capacity.json is not a whole record of the lab capacity", await RefusalAsync());
    }

    [Fact]
    public async Task Report_RunsOfTwoLabs_AreRefusedAsync()
    {
        await StudySample.Find("concurrency").WriteAsync(_runs.Path);
        await _runs.WriteAsync("x", SampleRecords.Run);

        Assert.Contains("tuning baseline is no cell", await RefusalAsync());
    }

    /// <summary>A run has a page of its own, whatever its lab.</summary>
    [Fact]
    public async Task Report_OneRunOfALab_IsThePageOfTheRunAsync()
    {
        await StudySample.Find("partitions").WriteAsync(_runs.Path);

        await ReportAsync(_runs.In("serial-5"));

        Assert.True(File.Exists(_runs.In("serial-5/report.html")));
        Assert.False(File.Exists(_runs.In("serial-5/study.json")));
    }

    private async Task ChangeAsync(Action<JsonObject> change)
    {
        await StudySample.Find(CapacityStudy.Name).WriteAsync(_runs.Path);
        var path = RecordFile.PathIn(_runs.Path, CapacityStudy.Name);
        var record = JsonNode.Parse(await File.ReadAllTextAsync(path, TestContext.Current.CancellationToken))!.AsObject();
        change(record);
        await File.WriteAllTextAsync(path, record.ToJsonString(), TestContext.Current.CancellationToken);
    }

    /// <summary>The three files, taken away.</summary>
    private async Task<IReadOnlyList<string>> TakeFormsAsync()
    {
        var forms = new List<string>();
        foreach (var file in (string[])[StudyRunner.ReportFile, StudyRunner.MarkdownFile, StudyRunner.JsonFile])
        {
            forms.Add(await File.ReadAllTextAsync(_runs.In(file), TestContext.Current.CancellationToken));
            File.Delete(_runs.In(file));
        }

        return forms;
    }

    private Task<CommandRun> ReportAsync(string folder) => CommandRun.RunAsync(ReportCommand.Create(), folder);

    private async Task<string> RefusalAsync() =>
        (await Assert.ThrowsAsync<LabException>(() => ReportAsync(_runs.Path))).Message;
}
