using System.Text.Json;
using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Lab;
using DroneDelivery.LoadTests.Lab.Commands;
using DroneDelivery.LoadTests.Lab.Load;

namespace DroneDelivery.Lab.Tests.Commands;

public sealed class ExplainCommandTests : IDisposable
{
    private readonly StoredRuns _runs = new();

    public void Dispose() => _runs.Dispose();

    [Fact]
    public async Task Explain_OneRun_IsTextOrAnObjectAsync()
    {
        var folder = await _runs.WriteAsync("baseline", SampleRecords.Baseline);

        var text = await ExplainAsync(folder);
        var json = await ExplainAsync(folder, "--format", "json");

        Assert.StartsWith($"{SampleRecords.Baseline.Manifest.Title}: ", text.Output);
        using var diagnosis = JsonDocument.Parse(json.Output);
        Assert.Equal(SampleRecords.Baseline.Manifest.Scenario, diagnosis.RootElement.GetProperty("scenario").GetString());
    }

    [Fact]
    public async Task Explain_Suite_ExplainsEachRunAsync()
    {
        var first = await _runs.WriteAsync("baseline", SampleRecords.Baseline);
        var second = await _runs.WriteAsync("owner-key", SampleRecords.OwnerKey);

        var text = await ExplainAsync(_runs.Path);
        var json = await ExplainAsync(_runs.Path, "--format", "json");

        Assert.Equal(
            text.Output.Trim(),
            $"{first}\n{(await ExplainAsync(first)).Output}\n{second}\n{(await ExplainAsync(second)).Output}".Trim());
        using var diagnoses = JsonDocument.Parse(json.Output);
        Assert.Equal(
            ["baseline", "owner-key"], diagnoses.RootElement.EnumerateArray().Select(each => each.GetProperty("scenario").GetString()));
    }

    [Fact]
    public async Task Explain_JsonFile_IsWhatTheFormatPrintsAsync()
    {
        var folder = await _runs.WriteAsync("baseline", SampleRecords.Baseline);

        var text = await ExplainAsync(folder, "--json", _runs.In("a.json"));

        Assert.Equal((await ExplainAsync(folder)).Output, text.Output);
        Assert.Equal(
            (await ExplainAsync(folder, "--format", "json")).Output,
            await File.ReadAllTextAsync(_runs.In("a.json"), TestContext.Current.CancellationToken));
    }

    [Fact]
    public async Task Prove_Suite_NamesTheRunsToChooseFromAsync()
    {
        var first = await _runs.WriteAsync("baseline", SampleRecords.Baseline);
        var second = await _runs.WriteAsync("owner-key", SampleRecords.OwnerKey);

        var error = await Assert.ThrowsAsync<LabException>(() => ExplainAsync(_runs.Path, "--prove"));

        Assert.Equal($"{_runs.Path} holds 2 runs; name one of them: {first}, {second}", error.Message);
    }

    private static Task<CommandRun> ExplainAsync(params string[] arguments) => CommandRun.RunAsync(
        ExplainCommand.Create(LoadEngine.BuiltIn(TimeProvider.System), TimeProvider.System), arguments);
}
