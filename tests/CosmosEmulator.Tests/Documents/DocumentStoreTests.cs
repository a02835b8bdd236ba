using System.Globalization;
using System.Text;
using DroneDelivery.CosmosEmulator.Documents;
using DroneDelivery.CosmosEmulator.Values;
using DroneDelivery.TestSupport;

namespace DroneDelivery.CosmosEmulator.Tests.Documents;

public sealed class DocumentStoreTests
{
    private static readonly PropertyPath Month = PropertyPath.Parse("/month");
    private static readonly PropertyPath Year = PropertyPath.Parse("/year");
    private readonly DocumentReader _reader = new(PropertyPath.Parse("/id"));
    private readonly DocumentStore _store = NewStore();

    [Fact]
    public async Task Lookup_OfTwoTerms_FindsTheDocumentsThatHaveBoth()
    {
        for (var i = 0; i < 600; i++)
        {
            await AddAsync(i, year: 2024 + (i % 2), month: 1 + (i % 12));
        }

        var found = await _store.ReadAllAsync(Lookup(Year, 2024), Lookup(Month, 3));

        var expected = Enumerable.Range(0, 600).Where(i => i % 2 == 0 && i % 12 == 2).Select(Id);
        Assert.Equal(expected, found.Select(document => document.Id));
    }

    [Fact]
    public async Task Lookup_OfSeveralValues_FindsThemInOrder()
    {
        for (var i = 0; i < 24; i++)
        {
            await AddAsync(i, year: 2024, month: 1 + (i % 12));
        }

        var found = await _store.ReadAllAsync(Lookup(Month, 12, 1));

        Assert.Equal([Id(0), Id(11), Id(12), Id(23)], found.Select(document => document.Id));
    }

    [Fact]
    public async Task Read_AfterMostDocumentsWereDeleted_GoesOnFromItsPosition()
    {
        for (var i = 0; i < 3000; i++)
        {
            await AddAsync(i, year: 2024, month: 1);
        }

        var last = (await _store.ReadAsync([Lookup(Month, 1)], afterNumber: 0, limit: 1500, TestContext.Current.CancellationToken))[^1];
        for (var i = 0; i < 2900; i++)
        {
            // Deleting so many makes the store pack its slots.
            await _store.CommitAsync(Write.Delete(Draft(i, 2024, 1).DocumentKey));
        }

        var rest = await _store.ReadAsync([Lookup(Month, 1)], last.Number, limit: 5000, TestContext.Current.CancellationToken);
        Assert.Equal(100, rest.Count);
        Assert.Equal(Id(2900), rest[0].Id);
        Assert.Equal(100, _store.Count);
        Assert.NotNull(_store.Find(Draft(2950, 2024, 1).DocumentKey));
    }

    private static ValueLookup Lookup(PropertyPath path, params double[] values) => new(path, [.. values.Select(CosmosValue.From)]);

    private static string Id(int number) => number.ToString("D5", CultureInfo.InvariantCulture);

    [Fact]
    public async Task Commit_OfSeveralWrites_EachSeesThoseBeforeIt()
    {
        await AddAsync(1, 2024, 1);

        var results = await _store.CommitAsync(
            Write.Create(Draft(2, 2024, 1)),
            Write.Replace(Draft(2, 2024, 1).DocumentKey, Draft(3, 2024, 2)),
            Write.Delete(Draft(1, 2024, 1).DocumentKey),
            Write.Create(Draft(1, 2024, 3)),
            Write.Upsert(Draft(3, 2024, 4)));

        Assert.Equal(
            [WriteOutcome.Created, WriteOutcome.Replaced, WriteOutcome.Deleted, WriteOutcome.Created, WriteOutcome.Replaced],
            results.Select(result => result.Outcome));
        Assert.Equal([Id(3), Id(1)], (await _store.ReadAllAsync()).Select(document => document.Id));
        Assert.Equal([Id(3)], (await _store.ReadAllAsync(Lookup(Month, 4))).Select(document => document.Id));
        Assert.Equal([2L, 3, 4, 5, 6], results.Select((result, index) => index == 2 ? 4 : result.Document!.Value.Version.Sequence));
    }

    [Theory]
    [InlineData(nameof(WriteOutcome.Conflict))]
    [InlineData(nameof(WriteOutcome.NotFound))]
    [InlineData(nameof(WriteOutcome.PreconditionFailed))]
    public async Task Commit_OneWriteIsNotPossible_ChangesNothing(string outcome)
    {
        var expected = Enum.Parse<WriteOutcome>(outcome);
        await AddAsync(1, 2024, 1);
        var before = _store.Find(Draft(1, 2024, 1).DocumentKey)!.Value;
        var (size, sequence) = (_store.Size, _store.Sequence);

        var results = await _store.CommitAsync(
            Write.Create(Draft(2, 2024, 1)),
            Write.Delete(before.DocumentKey),
            expected switch
            {
                WriteOutcome.Conflict => Write.Create(Draft(2, 2024, 2)),
                WriteOutcome.NotFound => Write.Replace(before.DocumentKey, Draft(1, 2024, 2)),
                _ => Write.Upsert(Draft(2, 2024, 2), ifMatch: before.ETag),
            },
            Write.Create(Draft(4, 2024, 1)));

        Assert.Equal((3, expected), (results.Count, results[^1].Outcome));
        Assert.Equal([true, true, false], results.Select(result => result.Succeeded));
        Assert.Equal(before.Version, Assert.Single(await _store.ReadAllAsync()).Version);
        Assert.Equal((size, sequence), (_store.Size, _store.Sequence));
    }

    [Fact]
    public async Task Commit_WithReads_EachSeesTheWritesBeforeIt()
    {
        await AddAsync(1, 2024, 1);
        var key = Draft(1, 2024, 1).DocumentKey;

        var results = await _store.CommitAsync(
            Write.Read(key), Write.Upsert(Draft(1, 2024, 2)), Write.Read(key), Write.Delete(key), Write.Create(Draft(2, 2024, 3)));

        Assert.Equal(
            [WriteOutcome.Read, WriteOutcome.Replaced, WriteOutcome.Read, WriteOutcome.Deleted, WriteOutcome.Created],
            results.Select(result => result.Outcome));
        Assert.Equal(
            [1.0, 2, 2, 2, 3],
            results.Select(result => JsonProperty.Read(result.Document!.Value.Members, Month).Number));
        Assert.Equal(results[1].Document!.Value.ETag, results[2].Document!.Value.ETag);
        Assert.Equal(results[4].Document!.Value.Version.Sequence, _store.Sequence);
    }

    [Fact]
    public async Task Commit_OfReadsAlone_ChangesNothing()
    {
        await AddAsync(1, 2024, 1);
        var document = _store.Find(Draft(1, 2024, 1).DocumentKey)!.Value;
        var sequence = _store.Sequence;

        var results = await _store.CommitAsync(
            Write.Read(document.DocumentKey), Write.Read(document.DocumentKey, ifNoneMatch: document.ETag));

        Assert.Equal([WriteOutcome.Read, WriteOutcome.NotModified], results.Select(result => result.Outcome));
        Assert.Equal(sequence, _store.Sequence);
    }

    /// <summary>Those before an invalid write are checked, because the first failure counts.</summary>
    [Fact]
    public async Task Commit_WithAnInvalidWrite_ChangesNothing()
    {
        var fault = new WriteFault(400, "The document is not valid.");
        var invalid = await _store.CommitAsync(Write.Create(Draft(1, 2024, 1)), Write.Invalid(fault));
        var missing = await _store.CommitAsync(Write.Delete(Draft(2, 2024, 1).DocumentKey), Write.Invalid(fault));

        Assert.Equal([WriteOutcome.Created, WriteOutcome.Invalid], invalid.Select(result => result.Outcome));
        Assert.Same(fault, invalid[1].Fault);
        Assert.Equal([WriteOutcome.NotFound], missing.Select(result => result.Outcome));
        Assert.Equal(0, _store.Count);
    }

    [Fact]
    public async Task Lookup_OfManyProperties_KeepsTheIndexesThatAreUsed()
    {
        await AddAsync(1, 2024, 1);
        await _store.ReadAllAsync(Lookup(Month, 1));
        var one = _store.Size.Indexes;

        for (var number = 0; number < 200; number++)
        {
            await _store.ReadAllAsync(Lookup(Year, 2024), Lookup(PropertyPath.Parse($"/p{number}"), 1));
        }

        // The index of months is gone, that of years is not, and the others have one document without the property.
        const int Undefined = 1 + sizeof(int);
        Assert.Equal(one + (63 * Undefined), _store.Size.Indexes);
        Assert.Equal([Id(1)], (await _store.ReadAllAsync(Lookup(Month, 1))).Select(document => document.Id));
    }

    /// <summary>Documents without the property come first, and those with the same value are in RID order.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task ReadInOrder_InParts_FindsEachDocumentInItsPlace(bool isDescending)
    {
        for (var i = 0; i < 600; i++)
        {
            await AddAsync(i, 2024, 1 + (i * 7 % 12));
        }

        Assert.True(_reader.TryRead("""{"id":"none"}"""u8.ToArray(), out var without, out _));
        await _store.CommitAsync(Write.Create(without));
        var found = new List<string>();
        for (var after = default(IndexPosition); ;)
        {
            var part = await _store.ReadInOrderAsync(Month, isDescending, after, limit: 7, TestContext.Current.CancellationToken);
            found.AddRange(part.Select(each => each.Document.Id));
            if (part.Count < 7)
            {
                break;
            }

            after = new IndexPosition(part[^1].Key, part[^1].Document.Number);
        }

        var all = await _store.ReadAllAsync();
        var expected = all.OrderBy(document => JsonProperty.Read(document.Members, Month).Number).ThenBy(document => document.Number)
            .Select(document => document.Id);
        Assert.Equal(isDescending ? expected.Reverse() : expected, found);
    }

    /// <summary>More than are kept: no query waits for ever because others drop what it has built.</summary>
    [Fact]
    public async Task Lookup_OfManyPropertiesAtOnce_FindsByEach()
    {
        for (var i = 0; i < 2_000; i++)
        {
            await AddAsync(i, 2024, 1);
        }

        var found = await Task.WhenAll(Enumerable.Range(0, 200).Select(
            number => _store.ReadAllAsync(Lookup(Month, 1), Lookup(PropertyPath.Parse($"/p{number}"), 1))))
            .WaitAsync(TimeSpan.FromMinutes(1), TestContext.Current.CancellationToken);

        Assert.All(found, Assert.Empty);
    }

    [Fact]
    public async Task Read_OfAClientThatLeft_EndsBeforeTheIndexIsBuilt()
    {
        for (var i = 0; i < 20_000; i++)
        {
            await AddAsync(i, 2024, 1 + (i % 12));
        }

        await Assert.ThrowsAnyAsync<OperationCanceledException>(
            async () => await _store.ReadAsync([Lookup(Month, 1)], afterNumber: 0, limit: 9, new CancellationToken(canceled: true)));

        Assert.Equal(1_667, (await _store.ReadAllAsync(Lookup(Month, 1))).Count);
    }

    /// <summary>Indexes are built in steps, between which documents are written, replaced and deleted.</summary>
    [Fact]
    public async Task Lookup_WhileDocumentsAreWritten_FindsWhatAScanFinds()
    {
        for (var i = 0; i < 5_000; i++)
        {
            await AddAsync(i, 2024, 1);
        }

        using var stop = new CancellationTokenSource();
        var writer = Task.Run(() => WriteAtRandomAsync(stop.Token), TestContext.Current.CancellationToken);
        for (var number = 0; number < 40; number++)
        {
            await _store.ReadAllAsync(Lookup(Month, 7), Lookup(PropertyPath.Parse($"/p{number}"), 1));
        }

        await stop.CancelAsync();
        await writer;

        var all = await _store.ReadAllAsync();
        for (var month = 1; month <= 12; month++)
        {
            var expected = all.Where(document => Equals(JsonProperty.Read(document.Members, Month), CosmosValue.From(month)));
            Assert.Equal(expected, await _store.ReadAllAsync(Lookup(Month, month)));
        }
    }

    private async Task WriteAtRandomAsync(CancellationToken stop)
    {
        for (var random = new Random(3); !stop.IsCancellationRequested;)
        {
            var draft = Draft(random.Next(6_000), 2024, random.Next(1, 13));
            await _store.CommitAsync(random.Next(4) == 0 ? Write.Delete(draft.DocumentKey) : Write.Upsert(draft));
        }
    }

    /// <summary>The sequence of a container begins with 1 again after a restart.</summary>
    [Fact]
    public async Task ETag_OfAnotherRun_IsAnotherOne()
    {
        var other = NewStore();
        await AddAsync(1, 2024, 1);
        await other.CommitAsync(Write.Create(Draft(1, 2024, 1)));

        var (first, second) = ((await _store.ReadAllAsync())[0], (await other.ReadAllAsync())[0]);

        Assert.Equal(first.Version.Sequence, second.Version.Sequence);
        Assert.NotEqual(first.ETag, second.ETag);
    }

    private static DocumentStore NewStore() => new(
        new DocumentStamp(ResourceIds.Container(ResourceIds.Database(1), 2), "dbs/d/colls/c/", new ManualTimeProvider()));

    private async Task AddAsync(int number, int year, int month) =>
        Assert.Equal(WriteOutcome.Created, (await _store.CommitAsync(Write.Create(Draft(number, year, month))))[0].Outcome);

    private DocumentDraft Draft(int number, int year, int month)
    {
        var json = Encoding.UTF8.GetBytes($$"""{"id":"{{Id(number)}}","year":{{year}},"month":{{month}}}""");
        Assert.True(_reader.TryRead(json, out var draft, out var fault), fault);
        return draft;
    }
}
