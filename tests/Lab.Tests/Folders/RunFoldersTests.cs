using DroneDelivery.Lab.Tests.Commands;
using DroneDelivery.LoadTests.Lab;
using DroneDelivery.LoadTests.Lab.Folders;
using DroneDelivery.LoadTests.Lab.Reports;

namespace DroneDelivery.Lab.Tests.Folders;

public sealed class RunFoldersTests : IDisposable
{
    private static readonly DateTime Noon = new(2026, 11, 1, 12, 0, 0, DateTimeKind.Utc);

    private readonly StoredRuns _runs = new();

    public void Dispose() => _runs.Dispose();

    [Theory]
    [InlineData("b/baseline", "b")]
    [InlineData("a/more-ru", "a")]
    [InlineData("single", "single")]
    public async Task Latest_SuitesAndRuns_IsTheOneWrittenLastAsync(string last, string expected)
    {
        foreach (var name in (string[])["b/baseline", "a/baseline", "a/more-ru", "single"])
        {
            var run = Path.Combine(await _runs.WriteAsync(name), "run.json");
            File.SetLastWriteTimeUtc(run, name == last ? Noon.AddSeconds(1) : Noon);
        }

        Assert.Equal(_runs.In(expected), RunFolders.Latest(_runs.Path));
    }

    [Fact]
    public async Task Latest_RecordOfALab_CountsForReportsOnlyAsync()
    {
        var run = await _runs.WriteAsync("a");
        File.SetLastWriteTimeUtc(Path.Combine(run, "run.json"), Noon);
        Directory.CreateDirectory(_runs.In("capacity"));
        File.WriteAllText(_runs.In("capacity/capacity.json"), "{}");

        Assert.Equal(_runs.In("capacity"), RunFolders.Latest(_runs.Path, StudyReaders.FindRecord));
        Assert.Equal(run, RunFolders.Latest(_runs.Path));
    }

    [Theory]
    [InlineData("")]
    [InlineData("missing")]
    public void Latest_NoRun_SaysWhereThereIsNone(string folder)
    {
        var error = Assert.Throws<LabException>(() => RunFolders.Latest(_runs.In(folder)));

        Assert.Equal($"There is no run below {_runs.In(folder)} yet.", error.Message);
    }

    [Fact]
    public void All_MistypedLast_SuggestsIt() => Assert.EndsWith(
        "Did you mean --last?", Assert.Throws<LabException>(() => RunFolders.All(_runs.In("lats"))).Message);

    [Theory]
    [InlineData("basline")]
    [InlineData("basline/")]
    public async Task All_FolderThatIsNotThere_NamesThoseThatAreAsync(string missing)
    {
        await _runs.WriteAsync("baseline");
        await _runs.WriteAsync("suite/more-ru");
        Directory.CreateDirectory(_runs.In("logs"));

        var error = Assert.Throws<LabException>(() => RunFolders.All(_runs.In(missing)));

        Assert.Equal(
            $"There is no folder {_runs.In("basline")}. Did you mean baseline? Runs there: suite, baseline.", error.Message);
    }
}
