using DroneDelivery.LoadTests.Lab.Concurrency;

namespace DroneDelivery.Lab.Tests.Concurrency;

public sealed class ConcurrencyLabTests
{
    [Fact]
    public void Cells_All_AreThePublishedOnesAndThoseThatRefuse()
    {
        Assert.Equal(36, ConcurrencyLab.Cells.DistinctBy(cell => cell.Name).Count());
        Assert.All(ConcurrencyLab.Cells, cell => Assert.Same(cell, ConcurrencyLab.Find(cell.Name)));
    }

    [Theory]
    [InlineData("", 36)]
    [InlineData("sync pool unlimited", 27)]
    [InlineData("sync", 9)]
    [InlineData("io_read 200ms", 4)]
    [InlineData("io_read,200ms", 4)]
    [InlineData("sync unlimited io_read io_create 200ms", 4)]
    [InlineData("pool-cpu-0ms", 1)]
    [InlineData("pool-cpu-0ms sync io_read 100ms", 2)]
    public void Choose_Words_LeavesTheCellsThatMatch(string words, int expected) =>
        Assert.Equal(expected, ConcurrencyLab.Choose(words.Split(' ', StringSplitOptions.RemoveEmptyEntries)).Count);

    [Fact]
    public void Choose_UnknownWord_SaysWhichThereAre()
    {
        var refusal = Assert.Throws<FormatException>(() => ConcurrencyLab.Choose(["io_write"]));

        Assert.Contains("'io_write'", refusal.Message, StringComparison.Ordinal);
        Assert.All(ConcurrencyLab.Words, word => Assert.Contains(word, refusal.Message, StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("pool-io_read-200ms", 250)]
    [InlineData("pool-io_create-200ms", 500)]
    [InlineData("refuse-io_create-200ms", 500)]
    [InlineData("unlimited-io_read-100ms", 2500)]
    [InlineData("unlimited-io_create-200ms", 2500)]
    public void Bound_SimulatedLatency_IsThatOfLittlesLaw(string cell, double expected) =>
        Assert.Equal(expected, ConcurrencyLab.Find(cell)!.BoundPerSecond);

    [Theory]
    [InlineData("sync-io_read-200ms")]
    [InlineData("pool-cpu-200ms")]
    [InlineData("unlimited-io_read-0ms")]
    public void Bound_NoLatencyOrBlockedThreads_IsUnknown(string cell) => Assert.Null(ConcurrencyLab.Find(cell)!.BoundPerSecond);

    [Theory]
    [InlineData(180, 100)]
    [InlineData(20, 100.0 / 9)]
    public void Load_AnyDuration_BringsAllUsersInFiveNinthsOfIt(int seconds, double rampSeconds)
    {
        var profile = ConcurrencyLoad.For(TimeSpan.FromSeconds(seconds));

        Assert.Equal(seconds, profile.Duration.TotalSeconds, 6);
        Assert.Equal(Enumerable.Range(1, 500).Append(500), profile.Steps.Select(step => step.Users));
        Assert.Equal(rampSeconds, profile.Steps.Take(500).Sum(step => step.Duration.TotalSeconds), 6);
    }

    [Fact]
    public void Describe_AsPublished_SaysFiveUsersASecond() => Assert.Equal(
        "0 to 500 users at 5/s for 100 s, held for 80 s, no think time", ConcurrencyLoad.Describe(ConcurrencyLoad.Full));
}
