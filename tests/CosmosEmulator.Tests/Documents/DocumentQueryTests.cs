using System.Buffers;
using System.Text;
using System.Text.Json;
using DroneDelivery.CosmosEmulator.Documents;
using DroneDelivery.CosmosEmulator.PartitionKeys;
using DroneDelivery.CosmosEmulator.Query;
using DroneDelivery.CosmosEmulator.Query.Evaluation;
using DroneDelivery.CosmosEmulator.Values;
using DroneDelivery.TestSupport;

namespace DroneDelivery.CosmosEmulator.Tests.Documents;

public sealed class DocumentQueryTests
{
    private static readonly string[] Values =
    [
        "1", "2", "2.5", "-3", "9007199254740993", "9007199254740992", "'a'", "'b'", "'ba'", "''", "'\u00e9'", "true", "false", "null", "[1]", "{}",
    ];

    /// <summary>Indexes, with what is left of the filter, find what the filter matches.</summary>
    [Fact]
    public async Task Query_OfRandomFilters_FindsWhatTheWholeFilterMatches()
    {
        var random = new Random(11);
        var store = NewStore();
        var reader = new DocumentReader(PropertyPath.Parse("/id"));
        for (var number = 0; number < 600; number++)
        {
            var members = string.Concat("abc".Where(_ => random.Next(5) > 0).Select(name => $",\"{name}\":{Pick().Replace('\'', '"')}"));
            Assert.True(reader.TryRead(Encoding.UTF8.GetBytes($$"""{"id":"d{{number}}"{{members}}}"""), out var draft, out var fault), fault);
            await store.CommitAsync(Write.Create(draft));
        }

        var all = await store.ReadAllAsync();
        var indexed = 0;
        for (var query = 0; query < 400; query++)
        {
            var filter = string.Join(" AND ", Enumerable.Range(0, random.Next(1, 4)).Select(_ => Condition()));
            var program = QueryProgram.Compile(SqlParser.Parse($"SELECT * FROM c WHERE {filter}"), QueryParameters.None);
            indexed += program.Indexed.Lookups.Length > 0 ? 1 : 0;

            var expected = all.Where(document => program.Matches(Json(document), TimeProvider.System, CancellationToken.None))
                .Select(document => document.Number)
                .ToList();
            Assert.Equal((filter, string.Join(',', expected)), (filter, string.Join(',', await ReadAllAsync(store, program, random.Next(1, 40)))));
        }

        Assert.InRange(indexed, 200, 400);

        string Pick() => Values[random.Next(Values.Length)];

        string Condition()
        {
            var path = $"c.{"abc"[random.Next(3)]}";
            return random.Next(7) switch
            {
                0 => $"{path} = {Pick()}",
                1 => $"{path} IN ({Pick()}, {Pick()}, {Pick()})",
                2 => $"({path} BETWEEN {Pick()} AND {Pick()})",
                3 => $"ARRAY_CONTAINS([{Pick()}, {Pick()}, {Pick()}], {path})",
                4 => $"STRINGEQUALS({Pick()}, {path})",
                5 => $"{Pick()} {PickOrder()} {path}",
                _ => $"{path} {PickOrder()} {Pick()}",
            };
        }

        string PickOrder() => new[] { "<", "<=", ">", ">=", "!=" }[random.Next(5)];
    }

    [Fact]
    public async Task Page_OfAClientThatLeft_IsNotRead()
    {
        var program = QueryProgram.Compile(SqlParser.Parse("SELECT * FROM c WHERE c.a > 1"), QueryParameters.None);
        var query = new DocumentQuery(program, EpkRange.Split(1)[0], null, TimeProvider.System);

        await Assert.ThrowsAsync<OperationCanceledException>(
            async () => await query.ReadPageAsync(NewStore(), PagePosition.Start, limit: 10, new CancellationToken(canceled: true)));
    }

    /// <summary>The client leaves at the tenth of 10,000 rows of one document, all of which read the clock.</summary>
    [Theory]
    [InlineData("SELECT VALUE COUNT(1) FROM c JOIN a IN c.t JOIN b IN c.t WHERE GETCURRENTTICKS() > 0")]
    [InlineData("SELECT VALUE a FROM c JOIN a IN c.t JOIN b IN c.t WHERE GETCURRENTTICKS() < 0")]
    [InlineData("SELECT VALUE a FROM c JOIN a IN c.t JOIN b IN c.t WHERE GETCURRENTTICKS() > 0 ORDER BY c.id")]
    [InlineData("SELECT * FROM c WHERE EXISTS(SELECT VALUE a FROM a IN c.t JOIN b IN c.t WHERE GETCURRENTTICKS() < 0)")]
    public async Task Page_OfAClientThatLeavesDuringAJoin_IsNotReadToItsEnd(string text)
    {
        var store = NewStore();
        var reader = new DocumentReader(PropertyPath.Parse("/id"));
        var json = $$"""{"id":"d","t":[{{string.Join(',', Enumerable.Range(0, 100))}}]}""";
        Assert.True(reader.TryRead(Encoding.UTF8.GetBytes(json), out var draft, out _));
        await store.CommitAsync(Write.Create(draft));
        using var client = new CancellationTokenSource();
        var time = new TickingTime(ticks =>
        {
            if (ticks == 10)
            {
                client.Cancel();
            }
        });

        var program = QueryProgram.Compile(SqlParser.Parse(text), QueryParameters.None);
        var query = new DocumentQuery(program, EpkRange.Split(1)[0], null, time);

        await Assert.ThrowsAsync<OperationCanceledException>(
            async () => await query.ReadPageAsync(store, PagePosition.Start, limit: 10, client.Token));
        Assert.Equal(11, time.GetUtcNow().Ticks - DateTimeOffset.UnixEpoch.Ticks);
    }

    /// <summary>The condition of a patch, and a query of databases: what they have millions of rows for ends too.</summary>
    [Fact]
    public void Document_ForAClientThatLeft_IsNotMatchedToTheEnd()
    {
        const string text = "SELECT * FROM c WHERE EXISTS(SELECT VALUE a FROM a IN c.t JOIN b IN c.t WHERE a = 2)";
        var program = QueryProgram.Compile(SqlParser.Parse(text), QueryParameters.None);
        ReadOnlyMemory<byte> document = Encoding.UTF8.GetBytes("""{"id":"d","t":[0,1]}""");
        var left = new CancellationToken(canceled: true);

        Assert.Throws<OperationCanceledException>(() => program.Matches(document, TimeProvider.System, left));
        Assert.Throws<OperationCanceledException>(
            () => DocumentQuery.ReadPage(program, [(1L, document)], PagePosition.Start, limit: 10, TimeProvider.System, left));
    }

    /// <summary>A long scan leaves its thread to other requests: each batch is work of its own for the scheduler.</summary>
    [Fact]
    public async Task Page_OfManyDocuments_IsReadInBatches()
    {
        var store = NewStore();
        var reader = new DocumentReader(PropertyPath.Parse("/id"));
        for (var number = 0; number < 2_000; number++)
        {
            Assert.True(reader.TryRead(Encoding.UTF8.GetBytes($$"""{"id":"d{{number}}","a":{{number}}}"""), out var draft, out _));
            await store.CommitAsync(Write.Create(draft));
        }

        var program = QueryProgram.Compile(SqlParser.Parse("SELECT * FROM c WHERE c.a + 1 = 2000"), QueryParameters.None);
        var query = new DocumentQuery(program, EpkRange.Split(1)[0], null, TimeProvider.System);
        var scheduler = new ManualContext();
        var reading = scheduler.Run(
            () => query.ReadPageAsync(store, PagePosition.Start, limit: 10, TestContext.Current.CancellationToken).AsTask());

        var batches = 1;
        for (; !reading.IsCompleted; batches++)
        {
            scheduler.RunNext();
        }

        Assert.Equal(1, (await reading).Count);
        Assert.Equal(4, batches);
    }

    /// <summary>Each evaluation reads the clock, which goes on by a tick.</summary>
    [Theory]
    [InlineData("SELECT VALUE GETCURRENTTICKS() FROM c")]
    [InlineData("SELECT VALUE GETCURRENTTICKS() FROM c OFFSET 1 LIMIT 9")]
    [InlineData("SELECT DISTINCT VALUE GETCURRENTTICKS() FROM c")]
    [InlineData("SELECT DISTINCT VALUE GETCURRENTTICKS() FROM c OFFSET 1 LIMIT 9")]
    [InlineData("SELECT VALUE GETCURRENTTICKS() FROM c ORDER BY c.id")]
    [InlineData("SELECT DISTINCT VALUE GETCURRENTTICKS() FROM c ORDER BY c.id")]
    [InlineData("SELECT VALUE GETCURRENTTICKS() FROM c GROUP BY c.id")]
    [InlineData("SELECT DISTINCT VALUE GETCURRENTTICKS() FROM c GROUP BY c.id")]
    public async Task Page_OfAProjection_EvaluatesItOnceForEachRow(string text)
    {
        var store = NewStore();
        var reader = new DocumentReader(PropertyPath.Parse("/id"));
        for (var number = 0; number < 5; number++)
        {
            Assert.True(reader.TryRead(Encoding.UTF8.GetBytes($$"""{"id":"d{{number}}"}"""), out var draft, out _));
            await store.CommitAsync(Write.Create(draft));
        }

        var program = QueryProgram.Compile(SqlParser.Parse(text), QueryParameters.None);
        var query = new DocumentQuery(program, EpkRange.Split(1)[0], null, new TickingTime());
        var page = await query.ReadPageAsync(store, PagePosition.Start, limit: 10, TestContext.Current.CancellationToken);

        var feed = new ArrayBufferWriter<byte>();
        page.ToFeed("rid", DocumentPage.FeedName).WriteTo(feed);
        var ticks = JsonElement.Parse(feed.WrittenSpan).GetProperty(DocumentPage.FeedName).EnumerateArray().Select(row => row.GetInt64()).ToList();
        Assert.Equal(5 - program.Limits.Offset, ticks.Count);
        Assert.Equal(ticks.Select((_, index) => ticks[0] + index), ticks);
    }

    private static async Task<List<long>> ReadAllAsync(DocumentStore store, QueryProgram program, int pageSize)
    {
        var numbers = new List<long>();
        var query = new DocumentQuery(program, EpkRange.Split(1)[0], null, TimeProvider.System);
        var position = PagePosition.Start;
        while (true)
        {
            var page = await query.ReadPageAsync(store, position, pageSize, TestContext.Current.CancellationToken);
            position = page.Next;
            numbers.AddRange(Assert.IsType<WholeDocumentPage>(page).Documents.Select(document => document.Number));
            if (!page.HasMore)
            {
                return numbers;
            }
        }
    }

    private static byte[] Json(StoredDocument document)
    {
        var writer = new ArrayBufferWriter<byte>();
        document.WriteTo(writer);
        return writer.WrittenSpan.ToArray();
    }

    private static DocumentStore NewStore() => new(
        new DocumentStamp(ResourceIds.Container(ResourceIds.Database(1), 2), "dbs/d/colls/c/", new ManualTimeProvider()));

    /// <param name="onTick">Gets the number of ticks each time the clock is read.</param>
    private sealed class TickingTime(Action<long>? onTick = null) : TimeProvider
    {
        private long _ticks;

        public override DateTimeOffset GetUtcNow()
        {
            onTick?.Invoke(_ticks);
            return DateTimeOffset.UnixEpoch.AddTicks(_ticks++);
        }
    }

    /// <summary>Runs continuations only when a test asks for the next one.</summary>
    private sealed class ManualContext : SynchronizationContext
    {
        private readonly Queue<Action> _posted = new();

        public override void Post(SendOrPostCallback d, object? state) => _posted.Enqueue(() => d(state));

        public T Run<T>(Func<T> action)
        {
            var previous = Current;
            SetSynchronizationContext(this);
            try
            {
                return action();
            }
            finally
            {
                SetSynchronizationContext(previous);
            }
        }

        public void RunNext() => Run(() =>
        {
            _posted.Dequeue()();
            return 0;
        });
    }
}
