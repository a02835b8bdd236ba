using DroneDelivery.Gateway.Caching;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Tests.Caching;

public sealed class CacheStoreTests
{
    private const int BodyBytes = 100_000;

    [Fact]
    public void Store_ManyAnswers_StaysBelowItsBound()
    {
        var store = NewStore();

        for (var i = 0; i < 1_000; i++)
        {
            store.Set(Entry($"key {i}", i % 7 * 10_000));
        }

        Assert.InRange(store.Bytes, 900_000, 1024 * 1024);
        Assert.Equal(1_000, store.Count + store.Evicted);
    }

    [Fact]
    public void Store_Full_KeepsWhatIsAskedFor()
    {
        var store = NewStore();
        store.Set(Entry("popular"));

        for (var i = 0; i < 100; i++)
        {
            Assert.NotNull(store.Find("popular"));
            store.Set(Entry($"key {i}"));
        }

        Assert.NotNull(store.Find("popular"));
        Assert.Null(store.Find("key 50"));
    }

    [Fact]
    public void Store_SameKeyAgain_CountsItOnce()
    {
        var store = NewStore();

        for (var i = 0; i < 100; i++)
        {
            store.Set(Entry("key"));
        }

        Assert.Equal((1, 0L, Entry("key").Bytes), (store.Count, store.Evicted, store.Bytes));
    }

    [Fact]
    public void Store_EntryIfAbsent_LeavesTheOneThatIsThere()
    {
        var store = NewStore();
        var (first, second) = (Entry("key"), Entry("key"));

        store.AddIfAbsent(first);
        store.AddIfAbsent(second);

        Assert.Same(first, store.Find("key"));
        Assert.Equal((1, first.Bytes), (store.Count, store.Bytes));
    }

    [Fact]
    public void Store_Emptied_CountsNothing()
    {
        var store = NewStore();
        string[] keys = ["first", "middle", "last"];
        foreach (var key in keys)
        {
            store.Set(Entry(key));
        }

        store.Remove("middle");
        store.Remove("first");
        store.Remove("last");
        store.Remove("none");

        Assert.Equal((0, 0L), (store.Count, store.Bytes));
    }

    [Fact]
    public void Entry_LongKeyAndHeaders_AreCounted()
    {
        var plain = Entry("k", bodyBytes: 0);
        var longer = new CacheEntry
        {
            Key = new string('k', 101),
            Answer = new CachedAnswer(200, [new("Name", new string('v', 200))], []),
            AskedAt = 0,
            MadeAt = 0,
            FreshUntil = 0,
        };

        Assert.Equal(2 * (100 + 4 + 200), longer.Bytes - plain.Bytes);
    }

    [Fact]
    public void Room_ForAnswersOnTheirWay_IsTakenFromWhatIsKept()
    {
        var store = NewStore();
        for (var i = 0; i < 10; i++)
        {
            store.Set(Entry($"key {i}"));
        }

        Assert.True(store.TryReserve(500_000));
        store.Set(Entry("last"));

        Assert.InRange(store.Bytes, 400_000, (1024 * 1024) - 500_000);
        Assert.Equal(500_000, store.Reserved);
        Assert.NotNull(store.Find("last"));
    }

    [Fact]
    public void Room_TakenByAnswersOnTheirWay_IsRefusedUntilItIsGivenBack()
    {
        var store = NewStore();
        Assert.True(store.TryReserve(1_000_000));

        Assert.False(store.TryReserve(BodyBytes));
        store.Set(Entry("early"));
        store.Release(1_000_000);
        store.Set(Entry("late"));

        Assert.Equal((null, 0L), (store.Find("early"), store.Reserved));
        Assert.NotNull(store.Find("late"));
        Assert.True(store.TryReserve(BodyBytes));
    }

    [Fact]
    public async Task Store_UsedByMany_CountsRightly()
    {
        var store = NewStore();

        await Task.WhenAll(Enumerable.Range(0, 8).Select(worker => Task.Run(() =>
        {
            for (var i = 0; i < 2_000; i++)
            {
                store.Set(Entry($"key {(i * (worker + 1)) % 23}"));
                store.Find($"key {i % 23}");
                store.Remove($"key {(i + worker) % 23}");
            }
        })));

        Assert.Equal(store.Count * Entry("key 10").Bytes, store.Bytes + (2 * SingleDigits(store)));
    }

    private static int SingleDigits(CacheStore store) => Enumerable.Range(0, 10).Count(i => store.Find($"key {i}") is not null);

    private static CacheStore NewStore() => new(Options.Create(new CacheOptions { Megabytes = 1 }));

    private static CacheEntry Entry(string key, int bodyBytes = BodyBytes) => new()
    {
        Key = key,
        Answer = new CachedAnswer(200, [], new byte[bodyBytes]),
        AskedAt = 0,
        MadeAt = 0,
        FreshUntil = 0,
    };
}
