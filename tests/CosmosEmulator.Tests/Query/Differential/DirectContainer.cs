using System.Buffers;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;
using DroneDelivery.CosmosEmulator.Documents;
using DroneDelivery.CosmosEmulator.Endpoints;
using DroneDelivery.CosmosEmulator.PartitionKeys;
using DroneDelivery.CosmosEmulator.Query;
using DroneDelivery.CosmosEmulator.Query.Evaluation;
using DroneDelivery.CosmosEmulator.Tests.Documents;
using DroneDelivery.CosmosEmulator.Throughput;
using DroneDelivery.CosmosEmulator.Values;
using DroneDelivery.TestSupport;

namespace DroneDelivery.CosmosEmulator.Tests.Query.Differential;

/// <summary>What all pages of a query return together.</summary>
/// <param name="Thousandths">The charge in thousandths of an RU.</param>
internal sealed record DirectResult(IReadOnlyList<ModelValue> Rows, long Thousandths);

/// <summary>The documents of one partition, without a server.</summary>
internal sealed class DirectContainer
{
    private const int MaxPages = 2_000;

    private static readonly JsonSerializerOptions Escaped = new() { Encoder = JavaScriptEncoder.Default };
    private static readonly JsonSerializerOptions Unescaped = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    private readonly DocumentReader _reader = new(PropertyPath.Parse("/pk"));

    private readonly DocumentStore _store = new(
        new DocumentStamp(ResourceIds.Container(ResourceIds.Database(1), 2), "dbs/d/colls/c/", new ManualTimeProvider()));

    private int _writes;

    public static async Task<DirectContainer> CreateAsync(IEnumerable<JsonObject> documents)
    {
        var container = new DirectContainer();
        foreach (var document in documents)
        {
            await container.UpsertAsync(document);
        }

        return container;
    }

    public async Task UpsertAsync(JsonObject document) => await _store.CommitAsync(Write.Upsert(ReadDraft(document)));

    public async Task DeleteAsync(JsonObject document) => await _store.CommitAsync(Write.Delete(ReadDraft(document).DocumentKey));

    /// <summary>The documents in RID order, as they are stored: with system properties.</summary>
    public async Task<List<ModelValue>> ReadDocumentsAsync() => (await _store.ReadAllAsync()).ConvertAll(document =>
    {
        var json = new ArrayBufferWriter<byte>();
        document.WriteTo(json);
        return ModelValue.Parse(json.WrittenMemory);
    });

    /// <summary>
    /// Reads all pages of a query. Each position between two pages becomes a token and is read from it, as for a client.
    /// </summary>
    /// <param name="betweenPages">Null to do nothing.</param>
    public async Task<DirectResult> ReadAsync(string query, int pageSize, Func<Task>? betweenPages = null)
    {
        var program = QueryProgram.Compile(SqlParser.Parse(query), QueryParameters.None);
        var reading = new DocumentQuery(program, EpkRange.Split(1)[0], null, TimeProvider.System);
        var (rows, charge) = (new List<ModelValue>(), default(RequestUnits));
        var next = new Continuation(Source: 7, PagePosition.Start, Remainder: 0, Continuation.NoRange);
        for (var pages = 1; ; pages++)
        {
            var page = await reading.ReadPageAsync(_store, next.Position, pageSize, TestContext.Current.CancellationToken);
            var remainder = next.Remainder;
            charge += Charges.QueryPage(
                next.Position.IsStart, program.Indexed.Lookups.Length, page.LoadedBytes, page.ReturnedBytes, ref remainder);
            Assert.InRange(page.Count, 0, program.Grouping is null ? pageSize : int.MaxValue);
            rows.AddRange(ReadRows(page));
            if (!page.HasMore || page.Next.Rows >= program.Limits.Last)
            {
                return new DirectResult(rows, charge.Thousandths);
            }

            Assert.InRange(pages, 1, MaxPages);
            next = ReadToken(next with { Position = page.Next, Remainder = remainder });
            await (betweenPages?.Invoke() ?? Task.CompletedTask);
        }
    }

    private static Continuation ReadToken(Continuation written)
    {
        Assert.True(Continuation.TryRead(written.ToToken(), out var read));
        return read;
    }

    private static IReadOnlyList<ModelValue> ReadRows(DocumentPage page)
    {
        var feed = new ArrayBufferWriter<byte>();
        page.ToFeed("rid", DocumentPage.FeedName).WriteTo(feed);
        var rows = ModelValue.Parse(feed.WrittenMemory).Member(DocumentPage.FeedName).Items;
        Assert.Equal(page.Count, rows.Count);
        return rows;
    }

    private DocumentDraft ReadDraft(JsonObject document)
    {
        // Every second document has escapes in its strings.
        var json = document.ToJsonString(_writes++ % 2 == 0 ? Escaped : Unescaped);
        Assert.True(_reader.TryRead(Encoding.UTF8.GetBytes(json), out var draft, out var fault), fault);
        return draft;
    }
}
