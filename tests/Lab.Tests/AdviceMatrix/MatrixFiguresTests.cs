using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.Lab.Tests.Commands;
using DroneDelivery.LoadTests.Insight.Advice.Findings;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab.AdviceMatrix;
using DroneDelivery.LoadTests.Lab.Folders;
using DroneDelivery.LoadTests.Scenarios.Tuning;

namespace DroneDelivery.Lab.Tests.AdviceMatrix;

/// <summary>The matrix of faults as it is read from run folders.</summary>
public sealed class MatrixFiguresTests : IDisposable
{
    private readonly StoredRuns _runs = new();

    public void Dispose() => _runs.Dispose();

    [Fact]
    public async Task Read_RunsOfFaults_AreComparedWithTheMedianOfTheSameTestWithoutAFaultAsync()
    {
        var figures = await ReadAsync(
            Run("base-1", 300), Run("base-2", 100), Run("base-3", 120), Run("base-4", 10, throughput: 900),
            Run("owner-key+slow-backend", 200), Run("owner-key+hot-key-weak", 20, throughput: 900), Run("healthy-01", 100));

        Assert.Equal(
            [("slow-backend", 0.4), ("hot-key-weak", 0.5), (null, null)],
            figures.Rows.Select(row => (row.Fault?.Name, row.Cost)));
        Assert.Equal(MatrixStudy.Name, figures.Envelope.Lab);
    }

    /// <summary>A fault may add a flag to the service under test.</summary>
    [Fact]
    public async Task Read_FaultWithAFlagOfItsOwn_HasTheReferenceWithoutTheFlagAsync()
    {
        var run = Run("parallel-query+small-pool", 400);
        var flags = new Dictionary<string, string>(run.Manifest.Configuration) { ["--cosmos-connections"] = "5" };

        var figures = await ReadAsync(
            Run("base-1", 100), run with { Manifest = run.Manifest with { Configuration = flags } });

        Assert.Equal(0.75, Assert.Single(figures.Rows).Cost);
    }

    [Fact]
    public async Task Read_WithoutReferences_DoesNotKnowTheCostAsync() =>
        Assert.Null(Assert.Single((await ReadAsync(Run("owner-key+slow-backend", 200))).Rows).Cost);

    [Theory]
    [InlineData(MatrixStudy.Name, "owner-key+no-such-fault")]
    [InlineData(MatrixStudy.Name, "owner-key")]
    [InlineData(TuningLab.Name, "owner-key+slow-backend")]
    public async Task Read_RunThatIsNotOfTheMatrix_IsRefusedAsync(string lab, string test)
    {
        var run = Run(test, 100);

        var error = await Assert.ThrowsAsync<InvalidDataException>(
            () => ReadAsync(run with { Manifest = run.Manifest with { Lab = lab } }));

        Assert.Equal($"{lab} {test} is no run of the matrix of faults.", error.Message);
    }

    [Fact]
    public async Task IsRight_FaultThatIsNotFound_IsFalseAsync()
    {
        Assert.False((await ReadAsync(Run("base-1", 100), Run("owner-key+slow-backend", 200))).IsRight);
        Assert.True((await ReadAsync(Run("base-1", 100), Run("owner-key+slow-backend", 105))).IsRight);
    }

    [Theory]
    [InlineData(1, 1, true)]
    [InlineData(1, 2, false)]
    [InlineData(79, 1, true)]
    [InlineData(80, 2, true)]
    [InlineData(79, 2, false)]
    public async Task IsRight_CertainFindingsInHealthyRuns_AreAtMostOneInFortyAsync(int runs, int certain, bool isRight)
    {
        var figures = await ReadAsync(Run("healthy-01", 100));
        var row = Assert.Single(figures.Rows);
        var finding = new Finding(Cause.Network, "The network is slow.", [], 0.5, []);
        var found = row with { Diagnosis = row.Diagnosis with { Findings = [.. Enumerable.Repeat(finding, certain)] } };
        var healthy = row with { Diagnosis = row.Diagnosis with { Findings = [] } };

        Assert.Equal(isRight, (figures with { Rows = [found, .. Enumerable.Repeat(healthy, runs - 1)] }).IsRight);
    }

    internal static RunRecord Run(string test, double meanMs, int throughput = 2_500) => SampleRecords.Run with
    {
        Manifest = SampleRecords.Run.Manifest with
        {
            Lab = MatrixStudy.Name,
            Scenario = test,
            Title = test,
            Configuration = new Dictionary<string, string> { ["--throughput"] = $"{throughput}" },
        },
        Load = SampleRecords.Run.Load with { Latency = SampleRecords.Latency(meanMs) },
    };

    private async Task<MatrixFigures> ReadAsync(params IReadOnlyList<RunRecord> runs)
    {
        var folder = _runs.In(Guid.NewGuid().ToString());
        foreach (var run in runs)
        {
            await new RunFolder(Path.Combine(folder, run.Manifest.Scenario))
                .WriteAsync(run, RunSamples.None, TestContext.Current.CancellationToken);
        }

        return await MatrixFigures.ReadAsync(RunFolders.All(folder), TestContext.Current.CancellationToken);
    }
}
