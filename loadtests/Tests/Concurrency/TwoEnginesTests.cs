using DroneDelivery.LoadTests.Lab.Concurrency;

namespace DroneDelivery.LoadTests.Tests.Concurrency;

/// <summary>A lab that runs its load on two engines; which of them is faster is not asserted.</summary>
public sealed class TwoEnginesTests : LabTest
{
    [Fact]
    public async Task TwoEngines_OneCell_RunsItOnBothAndKeepsThemApart()
    {
        var builtIn = LabRun.Engine;
        var settings = new ConcurrencySettings(
            ConcurrencyLab.Choose(["unlimited", "io_create", "0ms"]),
            TimeSpan.FromSeconds(1),
            Lab.Runs,
            "dotnet test loadtests",
            builtIn with { Name = "another" })
        {
            ComparedWith = builtIn,
        };

        var (folders, failure) = await new ConcurrencySuite(settings, TimeProvider.System).RunAsync(
            TestContext.Current.TestOutputHelper!.WriteLine, TestContext.Current.CancellationToken);

        Assert.Null(failure);
        var records = await Task.WhenAll(folders.Select(folder => folder.ReadRecordAsync(TestContext.Current.CancellationToken)));
        Assert.Equal(["built-in", "another"], records.Select(record => record.Manifest.Engine));
        Assert.Equal(2, folders.Select(folder => folder.Path).Distinct().Count());
        Assert.All(records, record => Assert.NotEqual(0, record.Load.Successful));
    }
}
