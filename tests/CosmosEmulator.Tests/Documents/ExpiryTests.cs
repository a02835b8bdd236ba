using System.Text;
using DroneDelivery.CosmosEmulator.Documents;
using DroneDelivery.CosmosEmulator.PartitionKeys;
using DroneDelivery.CosmosEmulator.Values;
using DroneDelivery.TestSupport;

namespace DroneDelivery.CosmosEmulator.Tests.Documents;

/// <summary>A store whose documents expire while the clock is moved.</summary>
public sealed class ExpiryTests
{
    private const int Page = 7;

    private static readonly PropertyPath Tag = PropertyPath.Parse("/tag");
    private static readonly EpkRange AllKeys = new(EffectivePartitionKey.Start, EffectivePartitionKey.End);

    // By the id. The time to live is null for a document without the property.
    private readonly Dictionary<string, Entry> _model = [];
    private readonly ManualTimeProvider _time = new();
    private readonly DocumentStamp _stamp;
    private DocumentStore _store;
    private int? _container;

    public ExpiryTests()
    {
        _stamp = new DocumentStamp(ResourceIds.Container(ResourceIds.Database(1), 2), "dbs/d/colls/c/", _time);
        _store = new DocumentStore(_stamp);
    }

    /// <summary>
    /// Often more documents expire at once than a read or a commit removes, so that reads have to leave them out.
    /// Slots are packed, and other stores take documents over.
    /// </summary>
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(4)]
    public async Task Documents_OfRandomTimesToLive_AreThoseOfAModel(int seed)
    {
        var random = new Random(seed);
        for (var step = 1; step <= 15_000; step++)
        {
            await WriteAtRandomAsync(random);
            if (random.Next(50) == 0)
            {
                Advance(random.Next(3_000));
            }

            if (random.Next(500) == 0)
            {
                SetTimeToLive(random.Next(4) switch { 0 => null, 1 => -1, _ => random.Next(1, 60) });
            }

            if (step % 300 == 0)
            {
                Advance(random.Next(2) * 20_000);
                MoveToAnother(random);
                await AssertEqualAsync(random);
            }
        }
    }

    /// <summary>Writes alone remove what expires: the memory has a bound.</summary>
    [Fact]
    public async Task Documents_ThatAreOnlyCreated_AreRemovedAfterTheyExpire()
    {
        SetTimeToLive(1);
        for (var number = 0; number < 5_000; number++)
        {
            _time.Advance(TimeSpan.FromMilliseconds(100));
            var drafts = Enumerable.Range(0, 10).Select(part => Draft($"{number}-{part}", 1, null));
            await _store.CommitAsync([.. drafts.Select(Write.Create)]);
        }

        Assert.InRange(_store.Count, 1, 200);

        // An index has the documents that are in memory.
        await _store.ReadAllAsync(new ValueLookup(Tag, [CosmosValue.From(1)]));
        Assert.InRange(_store.Size.Indexes, 1, 10_000);
    }

    [Fact]
    public async Task Document_ExpiresInTheSecondOfItsWriteAndItsTimeToLive()
    {
        SetTimeToLive(2);
        _time.Advance(TimeSpan.FromMilliseconds(900));
        var draft = Draft("d1", 1, null);
        await _store.CommitAsync(Write.Create(draft));

        _time.Advance(TimeSpan.FromMilliseconds(1_099));
        var before = _store.Find(draft.DocumentKey);
        _time.Advance(TimeSpan.FromMilliseconds(1));

        Assert.NotNull(before);
        Assert.Null(_store.Find(draft.DocumentKey));
    }

    /// <summary>It would come back if it were only left out of reads.</summary>
    [Fact]
    public async Task Documents_ThatHaveExpired_StaySoWhenTheTimeToLiveIsRemoved()
    {
        SetTimeToLive(1);
        for (var number = 0; number < 1_000; number++)
        {
            await _store.CommitAsync(Write.Create(Draft($"d{number}", 1, number == 500 ? -1 : null)));
        }

        _time.Advance(TimeSpan.FromSeconds(1));
        _store.SetTimeToLive(null);

        Assert.Equal("d500", Assert.Single(await _store.ReadAllAsync()).Id);
    }

    /// <summary>
    /// Each response tells the size of its container, while the lock of the documents is held. Milliseconds if the size is known,
    /// and many minutes if each reading looks at the documents.
    /// </summary>
    [Fact(Timeout = 120_000)]
    public async Task Size_AfterManyDocumentsHaveExpired_IsFoundWithoutLookingAtThemAgain()
    {
        SetTimeToLive(1);
        for (var number = 0; number < 1_000; number++)
        {
            var drafts = Enumerable.Range(0, 100).Select(part => Draft($"{number}-{part}", 1, null));
            await _store.CommitAsync([.. drafts.Select(Write.Create)]);
        }

        _time.Advance(TimeSpan.FromSeconds(1));
        var areAllGone = await Task.Run(
            () => Enumerable.Range(0, 200_000).All(_ => _store is { Count: 0, Size.Documents: 0 }),
            TestContext.Current.CancellationToken);

        Assert.True(areAllGone);
    }

    private async Task WriteAtRandomAsync(Random random)
    {
        var id = $"d{random.Next(2_000)}";
        var timeToLive = random.Next(4) switch { 0 => -1, 1 => random.Next(1, 40), _ => (int?)null };
        var draft = Draft(id, random.Next(20), timeToLive, isRead: random.Next(2) == 0);
        var exists = _model.ContainsKey(id);
        var (write, expected) = random.Next(10) switch
        {
            0 => (Write.Delete(draft.DocumentKey), exists ? WriteOutcome.Deleted : WriteOutcome.NotFound),
            1 => (Write.Create(draft), exists ? WriteOutcome.Conflict : WriteOutcome.Created),
            2 => (Write.Replace(draft.DocumentKey, draft), exists ? WriteOutcome.Replaced : WriteOutcome.NotFound),
            3 => (Write.Read(draft.DocumentKey), exists ? WriteOutcome.Read : WriteOutcome.NotFound),
            4 => (Write.Update(draft.DocumentKey, _ => Write.Replace(draft.DocumentKey, draft)),
                exists ? WriteOutcome.Replaced : WriteOutcome.NotFound),
            _ => (Write.Upsert(draft), exists ? WriteOutcome.Replaced : WriteOutcome.Created),
        };

        var result = (await _store.CommitAsync(write))[0];

        Assert.Equal((id, expected), (id, result.Outcome));
        if (expected == WriteOutcome.Deleted)
        {
            _model.Remove(id);
        }
        else if (expected is WriteOutcome.Created or WriteOutcome.Replaced)
        {
            var stored = result.Document!.Value;
            var tag = (int)JsonProperty.Read(stored.Members, Tag).Number;
            _model[id] = new Entry(tag, timeToLive, stored.Version, stored.Length);
        }
    }

    private void Advance(int milliseconds)
    {
        _time.Advance(TimeSpan.FromMilliseconds(milliseconds));
        RemoveExpired();
    }

    private void SetTimeToLive(int? seconds)
    {
        _store.SetTimeToLive(seconds is { } limit ? new TimeToLive(limit) : null);
        _container = seconds;
        RemoveExpired();
    }

    private void RemoveExpired()
    {
        var now = _time.GetUtcNow().ToUnixTimeSeconds();
        foreach (var (id, entry) in _model)
        {
            var seconds = _container is { } container ? entry.TimeToLive ?? container : -1;
            if (seconds > 0 && entry.Version.Seconds + seconds <= now)
            {
                _model.Remove(id);
            }
        }
    }

    private void MoveToAnother(Random random)
    {
        if (random.Next(5) == 0)
        {
            var other = new DocumentStore(_stamp, timeToLive: _container is { } seconds ? new TimeToLive(seconds) : null);
            other.Load(_store.Retire(), _store.LastWrite);
            _store = other;
        }
    }

    /// <summary>In an order by chance, since each of the reads removes some of what has expired.</summary>
    private async Task AssertEqualAsync(Random random)
    {
        var all = _model.Values.OrderBy(entry => entry.Version.Number).ToList();
        Func<Task>[] checks =
        [
            async () => Assert.Equal(all.Select(entry => entry.Version.Number), await ReadAsync()),
            async () => Assert.Equal(
                all.Where(entry => entry.Tag == 7).Select(entry => entry.Version.Number),
                await ReadAsync(new ValueLookup(Tag, [CosmosValue.From(7)]))),
            async () => Assert.Equal(
                all.OrderBy(entry => entry.Tag).Select(entry => entry.Version.Number),
                await ReadInOrderAsync(isDescending: false)),
            async () => Assert.Equal(
                all.AsEnumerable().Reverse().OrderByDescending(entry => entry.Tag).Select(entry => entry.Version.Number),
                await ReadInOrderAsync(isDescending: true)),
            async () => Assert.Equal(all.Select(entry => entry.Version.Sequence).Order(), await ReadChangesAsync()),
            () =>
            {
                Assert.Equal((all.Count, all.Sum(entry => (long)entry.Length)), (_store.Count, _store.Size.Documents));
                return Task.CompletedTask;
            },
        ];
        random.Shuffle(checks);
        foreach (var check in checks)
        {
            await check();
        }
    }

    private async Task<List<long>> ReadAsync(params IndexLookup[] lookups)
    {
        var numbers = new List<long>();
        while (true)
        {
            var after = numbers.Count == 0 ? 0 : numbers[^1];
            var page = await _store.ReadAsync(lookups, after, Page, TestContext.Current.CancellationToken);
            numbers.AddRange(page.Select(document => document.Number));
            if (page.Count < Page)
            {
                return numbers;
            }
        }
    }

    private async Task<List<long>> ReadInOrderAsync(bool isDescending)
    {
        var numbers = new List<long>();
        for (var after = default(IndexPosition); ;)
        {
            var page = await _store.ReadInOrderAsync(Tag, isDescending, after, Page, TestContext.Current.CancellationToken);
            numbers.AddRange(page.Select(found => found.Document.Number));
            if (page.Count < Page)
            {
                return numbers;
            }

            after = new IndexPosition(page[^1].Key, page[^1].Document.Number);
        }
    }

    private async Task<List<long>> ReadChangesAsync()
    {
        var sequences = new List<long>();
        for (var last = 0L; ;)
        {
            var page = await new ChangeFeed(AllKeys, long.MinValue).ReadPageAsync(
                _store, last, Page, TestContext.Current.CancellationToken);
            sequences.AddRange(page.Documents.Select(each => each.Document.Version.Sequence));
            if (page.Documents.Count == 0)
            {
                return sequences;
            }

            last = page.LastSequence;
        }
    }

    /// <param name="isRead">Whether the time to live is read with the document. If not, the store reads it.</param>
    private static DocumentDraft Draft(string id, int tag, int? timeToLive, bool isRead = true)
    {
        var reader = new DocumentReader(PropertyPath.Parse("/id")) { ReadsTimeToLive = isRead };
        var ttl = timeToLive is { } seconds ? $",\"ttl\":{seconds}" : "";
        var json = Encoding.UTF8.GetBytes($"{{\"id\":\"{id}\",\"tag\":{tag}{ttl}}}");
        Assert.True(reader.TryRead(json, out var draft, out var fault), fault);
        return draft;
    }

    private sealed record Entry(int Tag, int? TimeToLive, DocumentVersion Version, int Length);
}
