using System.Text;
using DroneDelivery.CosmosEmulator.Documents;
using DroneDelivery.CosmosEmulator.PartitionKeys;
using DroneDelivery.CosmosEmulator.Values;
using DroneDelivery.TestSupport;

namespace DroneDelivery.CosmosEmulator.Tests.Documents;

/// <summary>The change feed of a store.</summary>
public sealed class ChangeFeedTests
{
    private const int Writers = 8;
    private const int Readers = 4;
    private const int WritesOfEach = 4_000;

    private static readonly EpkRange AllKeys = new(EffectivePartitionKey.Start, EffectivePartitionKey.End);

    private readonly DocumentReader _reader = new(PropertyPath.Parse("/pk"));
    private readonly DocumentStamp _stamp = new(
        ResourceIds.Container(ResourceIds.Database(1), 2), "dbs/d/colls/c/", new ManualTimeProvider());

    /// <summary>Documents are created, replaced and deleted, slots are packed, and other stores take documents over.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public async Task Changes_AfterRandomWrites_AreThoseOfAModel(int seed)
    {
        var random = new Random(seed);
        var model = new Dictionary<string, long>();
        var store = new DocumentStore(_stamp);
        for (var step = 1; step <= 20_000; step++)
        {
            // First the documents grow in number, and in the last third they shrink.
            var draft = Draft($"d{random.Next(4_000)}", random.Next(100));
            var isDelete = random.Next(10) < (step < 13_000 ? 2 : 8);
            var result = (await store.CommitAsync(isDelete ? Write.Delete(draft.DocumentKey) : Write.Upsert(draft)))[0];
            if (isDelete)
            {
                model.Remove(draft.Id);
            }
            else
            {
                model[draft.Id] = result.Document!.Value.Version.Sequence;
            }

            if (step % 1_000 == 0)
            {
                store = random.Next(3) == 0 ? MoveToAnother(store) : store;
                AssertEqual(model, store, after: 0, limit: 100);
                AssertEqual(model, store, after: random.NextInt64(store.LastWrite), limit: 1);
                AssertEqual(model, store, after: random.NextInt64(store.LastWrite), limit: int.MaxValue);
            }
        }
    }

    /// <summary>Documents of a transaction can be replaced by others, so that only a part of it is left.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public async Task Pages_OfRandomTransactions_EndAtTheirEnds(int seed)
    {
        const int Limit = 3;

        var random = new Random(seed);
        var store = new DocumentStore(_stamp);
        for (var step = 0; step < 3_000; step++)
        {
            var writes = Enumerable.Range(0, random.Next(1, 6))
                .Select(_ => Draft($"d{random.Next(2_000)}", 10))
                .Select(draft => random.Next(8) == 0 ? Write.Delete(draft.DocumentKey) : Write.Upsert(draft));
            await store.CommitAsync([.. writes]);
            store = step == 2_000 ? MoveToAnother(store) : store;
        }

        var pages = new List<List<long>>();
        var feed = new List<(string, long)>();
        for (var position = 0L; position < store.LastWrite;)
        {
            var page = await ReadPageAsync(store, position, Limit);
            pages.Add([.. page.Documents.Select(each => each.Document.Version.FirstSequence)]);
            feed.AddRange(page.Documents.Select(each => (each.Document.Id, each.Document.Version.Sequence)));
            position = page.LastSequence;
        }

        var transactions = pages.SelectMany(page => page.Distinct()).ToList();
        Assert.Equal(transactions.Distinct(), transactions);
        Assert.Equal(
            (await store.ReadAllAsync())
                .Select(document => (document.Id, document.Version.Sequence)).OrderBy(document => document.Sequence),
            feed);
        Assert.Contains(pages, page => page.Count > Limit);
        Assert.All(pages, page => Assert.InRange(page.Count(first => first != page[^1]), 0, Limit - 1));
    }

    /// <summary>Each transaction replaces the first document of the one before it.</summary>
    [Fact]
    public async Task Pages_OfTransactionsWithoutTheirFirstDocuments_AreOfOneEach()
    {
        var store = new DocumentStore(_stamp);
        for (var step = 0; step < 50; step++)
        {
            await store.CommitAsync(Write.Upsert(Draft("head", 1)), Write.Upsert(Draft($"event{step}", 1)));
        }

        for (var (step, position) = (0, 0L); step < 49; step++)
        {
            var page = await ReadPageAsync(store, position, 1);
            Assert.Equal($"event{step}", Assert.Single(page.Documents).Document.Id);
            position = page.LastSequence;
        }
    }

    /// <summary>A store reads its changes in parts. One part may have no document that is left.</summary>
    [Fact]
    public async Task Changes_BehindManyThatAreGone_AreReached()
    {
        var store = new DocumentStore(_stamp);
        for (var number = 0; number < 5_000; number++)
        {
            await store.CommitAsync(Write.Upsert(Draft($"d{number}", 0)));
        }

        for (var number = 0; number < 2_400; number++)
        {
            await store.CommitAsync(Write.Delete(Draft($"d{number}", 0).DocumentKey));
        }

        var first = store.ReadChanges(afterSequence: 0, limit: 10);
        var page = await ReadPageAsync(store, afterSequence: 0, limit: 10);

        Assert.Equal((0, false), (first.Documents.Count, first.IsComplete));
        Assert.Equal(Enumerable.Range(2_400, 10).Select(number => $"d{number}"), page.Documents.Select(each => each.Document.Id));
    }

    [Fact]
    public async Task Page_OfLargeDocuments_EndsBeforeItsLimit()
    {
        var store = new DocumentStore(_stamp);
        for (var number = 0; number < 10; number++)
        {
            await store.CommitAsync(Write.Upsert(Draft($"d{number}", size: 1_000_000)));
        }

        var first = await ReadPageAsync(store, afterSequence: 0, limit: 10);
        var second = await ReadPageAsync(store, first.LastSequence, limit: 10);
        var third = await ReadPageAsync(store, second.LastSequence, limit: 10);

        Assert.Equal([4, 4, 2], new[] { first, second, third }.Select(page => page.Documents.Count));
    }

    [Fact]
    public async Task Page_OfAKey_HasOnlyItsDocumentsAndTheLastWriteOfAll()
    {
        var store = new DocumentStore(_stamp);
        for (var number = 0; number < 2_000; number++)
        {
            await store.CommitAsync(Write.Upsert(Draft($"d{number}", 0)));
        }

        var key = Draft("d77", 0).Key;
        var page = await new ChangeFeed(new EpkRange(key, key.Next), long.MinValue).ReadPageAsync(
            store, afterSequence: 0, limit: 10, TestContext.Current.CancellationToken);

        Assert.Equal("d77", Assert.Single(page.Documents).Document.Id);
        Assert.Equal(store.LastWrite, page.LastSequence);
    }

    /// <summary>
    /// Each reader sees sequence numbers that only grow, so no write twice, and the last write of each document that is left.
    /// </summary>
    [Fact]
    public async Task Feed_WhileDocumentsAreWritten_IsCompleteAndInOrder()
    {
        var store = new DocumentStore(_stamp);
        var writers = Task.WhenAll(Enumerable.Range(0, Writers).Select(seed => Task.Run(() => WriteAtRandomAsync(store, seed))));
        var feeds = await Task.WhenAll(Enumerable.Range(0, Readers).Select(
            reader => Task.Run(() => FollowAsync(store, limit: 3 + (10 * reader), writers))));
        await writers;

        var left = (await store.ReadAllAsync()).ToDictionary(document => document.Id, document => document.Version.Sequence);
        Assert.All(feeds, feed =>
        {
            Assert.All(feed.Zip(feed.Skip(1)), pair => Assert.True(pair.First.Sequence < pair.Second.Sequence, $"{pair}"));
            var last = feed.GroupBy(each => each.Id).ToDictionary(each => each.Key, each => each.Last().Sequence);
            Assert.All(left, document => Assert.Equal(document.Value, last.GetValueOrDefault(document.Key)));
        });
    }

    private async Task WriteAtRandomAsync(DocumentStore store, int seed)
    {
        var random = new Random(seed);
        for (var number = 0; number < WritesOfEach; number++)
        {
            var draft = Draft($"d{random.Next(3_000)}", size: 20);
            await store.CommitAsync(random.Next(3) == 0 ? Write.Delete(draft.DocumentKey) : Write.Upsert(draft));
            await Task.Yield();
        }
    }

    private static async Task<List<(string Id, long Sequence)>> FollowAsync(DocumentStore store, int limit, Task writers)
    {
        var feed = new List<(string, long)>();
        for (var position = 0L; ;)
        {
            var isEnd = writers.IsCompleted;
            var page = await ReadPageAsync(store, position, limit);
            feed.AddRange(page.Documents.Select(each => (each.Document.Id, each.Document.Version.Sequence)));
            position = page.LastSequence;
            if (isEnd && page.Documents.Count == 0)
            {
                return feed;
            }

            await Task.Yield();
        }
    }

    private static async Task<ChangeFeedPage> ReadPageAsync(DocumentStore store, long afterSequence, int limit) =>
        await new ChangeFeed(AllKeys, long.MinValue).ReadPageAsync(
            store, afterSequence, limit, TestContext.Current.CancellationToken);

    private static void AssertEqual(Dictionary<string, long> model, DocumentStore store, long after, int limit)
    {
        var changes = new List<(string, long)>();
        var position = after;
        while (true)
        {
            var part = store.ReadChanges(position, limit);
            changes.AddRange(part.Documents.Select(document => (document.Id, document.Version.Sequence)));
            if (part.IsComplete)
            {
                break;
            }

            Assert.InRange(part.LastSequence, position + 1, store.LastWrite);
            position = part.LastSequence;
        }

        var expected = model.Select(document => (document.Key, document.Value)).Where(document => document.Value > after);
        Assert.Equal(expected.OrderBy(document => document.Value), changes);
        Assert.InRange(store.CountWritesAfter(after), changes.Count, store.LastWrite - after);
    }

    private DocumentStore MoveToAnother(DocumentStore store)
    {
        var other = new DocumentStore(_stamp);
        other.Load(store.Retire(), store.LastWrite);
        return other;
    }

    /// <summary>Each document has a key of its own.</summary>
    private DocumentDraft Draft(string id, int size)
    {
        var json = Encoding.UTF8.GetBytes($$"""{"id":"{{id}}","pk":"{{id}}","note":"{{new string('n', size)}}"}""");
        Assert.True(_reader.TryRead(json, out var draft, out var fault), fault);
        return draft;
    }
}
