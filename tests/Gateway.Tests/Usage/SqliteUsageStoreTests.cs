using DroneDelivery.Gateway.Usage;
using DroneDelivery.ServiceDefaults;
using Microsoft.Data.Sqlite;

namespace DroneDelivery.Gateway.Tests.Usage;

public sealed class SqliteUsageStoreTests : IDisposable
{
    private static readonly UsageKey First = new("k1", "/a", 200);
    private static readonly UsageKey Second = new("k2", "/b", 429);

    private readonly UsageFile _file = new();

    [Fact]
    public async Task Write_BatchesOfTwoGateways_AreAddedUp()
    {
        using var one = await _file.OpenAsync();
        using var other = await _file.OpenAsync();

        await WriteAsync(one, UsageFile.Batch("a", 1, (First, 2), (Second, 1)));
        await WriteAsync(other, UsageFile.Batch("b", 1, (First, 3)));

        var read = await _file.ReadAsync();
        Assert.Equal((5, 500), (read.Rows[First].Requests, read.Rows[First].BytesOut));
        Assert.Equal(1, read.Rows[Second].Requests);
    }

    [Fact]
    public async Task Write_BatchThatIsThereAlready_IsNotAddedAgain()
    {
        using var store = await _file.OpenAsync();
        await WriteAsync(store, UsageFile.Batch("a", 1, (First, 2)));
        await WriteAsync(store, UsageFile.Batch("a", 2, (First, 3)));

        await WriteAsync(store, UsageFile.Batch("a", 1, (First, 2)));
        await WriteAsync(store, UsageFile.Batch("a", 2, (First, 3)));

        Assert.Equal(5, (await _file.ReadAsync()).Rows[First].Requests);
    }

    /// <summary>Half of a batch, or its number without its rows, would show in the sum.</summary>
    [Fact]
    public async Task Write_FileIsLockedAndThenFree_BatchIsWrittenWholeByTheNextAttempt()
    {
        using var store = await _file.OpenAsync();
        using var locker = new SqliteConnection($"Data Source={_file.Path};Pooling=false");
        locker.Open();
        await using (await locker.BeginTransactionAsync(TestContext.Current.CancellationToken))
        {
            var failure = await Assert.ThrowsAsync<StoreException>(
                () => WriteAsync(store, UsageFile.Batch("a", 1, (First, 2), (Second, 1))));
            Assert.Contains("locked", failure.Message);
        }

        await WriteAsync(store, UsageFile.Batch("a", 1, (First, 2), (Second, 1)));

        Assert.Equal(3, (await _file.ReadAsync()).Rows.Sum(row => row.Value.Requests));
    }

    [Theory]
    [InlineData(null, null, 3)]
    [InlineData("k1", null, 2)]
    [InlineData(null, "/b", 1)]
    [InlineData("k1", "/b", 0)]
    public async Task Read_KeyOrRouteAskedFor_HasNoOthers(string? key, string? route, long expected)
    {
        using var store = await _file.OpenAsync();
        await WriteAsync(store, UsageFile.Batch("a", 1, (First, 2), (Second, 1)));

        var read = await _file.ReadAsync(key, route);

        Assert.Equal(expected, read.Rows.Sum(row => row.Value.Requests));
        Assert.Equal(expected, read.Intervals.Sum(interval => interval.Value.Requests));
    }

    [Fact]
    public async Task Read_ByInterval_SumsWhatBeganInIt()
    {
        using var store = await _file.OpenAsync();
        await WriteAsync(store, UsageFile.Batch("a", 1, (First, 2)));
        await WriteAsync(store, UsageFile.Batch("a", 2, (First, 3)) with { At = DateTimeOffset.UnixEpoch.AddSeconds(130) });
        await WriteAsync(store, UsageFile.Batch("a", 3, (First, 4)) with { At = DateTimeOffset.UnixEpoch.AddHours(1.5) });

        var minutes = await _file.ReadAsync();
        var hours = await _file.ReadAsync(step: 3_600);

        Assert.Equal([(60, 2), (120, 3), (5_400, 4)], Sums(minutes));
        Assert.Equal([(0, 5), (3_600, 4)], Sums(hours));
    }

    public void Dispose() => _file.Dispose();

    private static IEnumerable<(long Start, long Requests)> Sums(UsageRead read) =>
        read.Intervals.Select(interval => (interval.Key, interval.Value.Requests));

    private static Task WriteAsync(SqliteUsageStore store, UsageBatch batch) =>
        store.WriteAsync(batch, TestContext.Current.CancellationToken);
}
